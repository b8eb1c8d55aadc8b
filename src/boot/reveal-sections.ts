import { animate } from 'framer-motion/dom/mini';

const SECTIONS = '[data-reveal-at]';

/**
 * Lets each section appear at its time after the navigation, by framer-motion. A section is hidden
 * in the moment it enters the document, before anyone has seen it; one whose time has passed by
 * then is simply there, as all are without this script and for who wants less motion.
 */
export function revealSections(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const known = new WeakSet<HTMLElement>();
  const observer = new MutationObserver(() => {
    for (const section of document.querySelectorAll<HTMLElement>(SECTIONS)) {
      if (known.has(section)) continue;
      known.add(section);
      reveal(section, Number(section.dataset.revealAt));
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('load', () => observer.disconnect());
}

function reveal(section: HTMLElement, at: number): void {
  if (performance.now() >= at) return;
  animate(
    section,
    { opacity: [0, 1], transform: ['translateY(16px)', 'none'] },
    { delay: at / 1000, duration: 0.45, ease: [0.2, 0.8, 0.2, 1] },
  );
  // The document's timeline starts with the navigation: its zero, and not now.
  for (const animation of section.getAnimations()) animation.startTime = 0;
}
