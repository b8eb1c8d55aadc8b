import type { ReactNode } from 'react';

type RevealProps = {
  /** Milliseconds after the page started (docs/product.md, 2). */
  at: 200 | 400 | 600;
  children: ReactNode;
};

/** A section that appears at its time: `boot/reveal-sections.ts`, which comes first, sees to it. */
export function Reveal({ at, children }: RevealProps) {
  return <div data-reveal-at={at}>{children}</div>;
}
