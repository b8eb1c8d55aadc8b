// Reveals sections, each at its time after the navigation ("Screens" in docs/product.md). The build puts this script
// into the head of the document, so it runs before the browser shows anything. Sections are there at once if the
// visitor prefers reduced motion, or if this script does not run.
import { animate } from 'framer-motion/dom/mini';

/** What `animate` returns. The package's own type leaves out `animations`. */
type Motion = ReturnType<typeof animate> & { animations: { startTime: number }[] };

if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
  // The parser adds elements one by one, so the observer receives each section. Sections that React renders itself are
  // not revealed: React adds a whole tree, of which the observer receives only the root.
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLElement && node.dataset.revealAt) reveal(node, Number(node.dataset.revealAt));
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('load', () => observer.disconnect());
}

function reveal(section: HTMLElement, at: number): void {
  const now = performance.now();
  const delay = Math.max(at - now, 0) / 1000;
  const ease = [0.2, 0.8, 0.2, 1] as const;
  const motions = [animate(section, { transform: ['translateY(16px)', 'none'] }, { delay, duration: 0.45, ease })];
  // A section whose time has passed when its HTML arrives is visible at once, and only moves. A fade would hide it for
  // longer. The fade is short: while it lasts, the drawing behind the card shows through the card.
  if (delay > 0) motions.push(animate(section, { opacity: [0, 1] }, { delay, duration: 0.15 }));
  // Without a start time, WebKit ends the animations before the page's first frame. They are taken from framer-motion,
  // because `section.getAnimations()` would make the browser compute the styles of the whole page here.
  for (const animation of (motions as Motion[]).flatMap(({ animations }) => animations)) animation.startTime = now;
}
