// Sections fade in, each at a set time after the navigation (docs/product.md, 1). A section is hidden as it enters the
// document, before it is painted. A section whose time has passed by then is visible at once. All sections are visible
// at once if the visitor prefers reduced motion, or if this script does not run.
import { animate } from 'framer-motion/dom/mini';

if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
  const observer = new MutationObserver(() => {
    for (const section of document.querySelectorAll<HTMLElement>('[data-fade-in-at]')) fadeIn(section);
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('load', () => observer.disconnect());
}

function fadeIn(section: HTMLElement): void {
  const at = Number(section.dataset.fadeInAt);
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
