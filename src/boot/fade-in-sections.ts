import { animate } from 'framer-motion/dom/mini';

/**
 * Fades each section in at its time after the navigation (docs/product.md, 1). The script hides a section
 * as it enters the document, before it is painted. A section whose time has passed by then is visible at
 * once, and so are all sections without this script or with reduced motion.
 */
export function fadeInSections(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new MutationObserver(() => {
    for (const section of document.querySelectorAll<HTMLElement>('[data-fade-in-at]'))
      fadeIn(section, Number(section.dataset.fadeInAt));
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('load', () => observer.disconnect());
}

/** @param at milliseconds after the navigation */
function fadeIn(section: HTMLElement, at: number): void {
  if (performance.now() >= at || section.getAnimations().length > 0) return;
  animate(
    section,
    { opacity: [0, 1], transform: ['translateY(16px)', 'none'] },
    // Drawings behind the card would show through it: it is opaque before it has stopped moving.
    {
      opacity: { delay: at / 1000, duration: 0.15 },
      transform: { delay: at / 1000, duration: 0.45, ease: [0.2, 0.8, 0.2, 1] },
    },
  );
  // framer-motion counts the delay from now. The document's timeline starts at the navigation.
  for (const animation of section.getAnimations()) animation.startTime = 0;
}
