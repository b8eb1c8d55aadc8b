import { useEffect, useRef, useState } from 'react';
import './social-proof.css';

const AVATARS = ['MK', 'JA', 'TS', 'RL'] as const;

/**
 * Some of those who are on the waitlist already.
 *
 * @param newcomer the name of who has just joined: gets a place in front, as soon as it can be seen
 */
export function SocialProof({ newcomer }: { newcomer?: string | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState<string>();

  useEffect(() => {
    if (!newcomer || !list.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(newcomer);
      },
      { threshold: 0.5 },
    );
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [newcomer]);

  return (
    <div className="social-proof">
      <ul
        ref={list}
        aria-hidden="true"
        translate="no"
        className={seen ? 'social-proof-joined' : undefined}
      >
        {AVATARS.map((initials) => (
          <li key={initials}>{initials}</li>
        ))}
        {seen && (
          <li key={seen} className="social-proof-newcomer">
            {initialsOf(seen)}
          </li>
        )}
      </ul>
      <p>500+ people already on the waitlist</p>
    </div>
  );
}

/** The first letters of the first and the last word, whatever a letter is in the name's language. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], ...words.slice(1).slice(-1)]
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
