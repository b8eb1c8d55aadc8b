import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadOnce } from '../lib/load-once';
import './reveal.css';

const loadMotion = loadOnce(() => import('framer-motion/dom/mini'));

const DURATION_S = 0.5;

type RevealProps = {
  /** Milliseconds after the page started (specification, section 9). */
  at: 200 | 400 | 600;
  children: ReactNode;
};

/**
 * Lets a section appear at its time, by framer-motion. Until then the stylesheet hides it, and
 * shows it by itself a second later if the script is late or never comes.
 */
export function Reveal({ at, children }: RevealProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isDriven, setIsDriven] = useState(false);

  useEffect(() => {
    const section = element.current;
    if (!section || getComputedStyle(section).opacity !== '0') return;

    let isGone = false;
    loadMotion()
      .then(({ animate }) => {
        // The stylesheet may have been faster meanwhile.
        if (isGone || getComputedStyle(section).opacity !== '0') return;
        animate(
          section,
          { opacity: [0, 1], transform: ['translateY(16px)', 'none'] },
          {
            duration: DURATION_S,
            delay: Math.max(0, at - performance.now()) / 1000,
            ease: [0.2, 0.8, 0.2, 1],
          },
        );
        setIsDriven(true);
      })
      .catch(() => {
        // The stylesheet shows the section.
      });
    return () => {
      isGone = true;
    };
  }, [at]);

  return (
    <div ref={element} className="reveal" data-at={at} data-driven={isDriven}>
      {children}
    </div>
  );
}
