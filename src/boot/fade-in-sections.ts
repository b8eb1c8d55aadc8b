import { animate } from 'framer-motion/dom/mini';

/**
 * Lets each section appear at its time after the navigation. A section is hidden as it enters the
 * document, before it is painted; one whose time has passed by then is visible, as all sections are
 * without this script and with reduced motion.
 */
export function revealSections(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const known = new WeakSet<HTMLElement>();
  const observer = new MutationObserver(() => {
    for (const section of document.querySelectorAll<HTMLElement>('[data-reveal-at]')) {
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
    // Soon opaque, because there are drawings behind the card.
    {
      opacity: { delay: at / 1000, duration: 0.15 },
      transform: { delay: at / 1000, duration: 0.45, ease: [0.2, 0.8, 0.2, 1] },
    },
  );
  // The delay counts from the navigation, where the document's timeline starts; framer-motion has no
  // setter for it.
  for (const animation of section.getAnimations()) animation.startTime = 0;
}
