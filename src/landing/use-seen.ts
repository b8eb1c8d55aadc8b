import { type RefObject, useEffect, useState } from 'react';

/** Returns whether most of an element has been on the screen. It stays true from then on. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setSeen(true);
        observer.disconnect();
      },
      { threshold: 0.7 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  return isSeen;
}
