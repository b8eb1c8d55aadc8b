// What happens before React. The build puts this script into the head of the document, so it runs before the browser
// parses the form.
import { animate } from 'framer-motion/dom/mini';

// A press of the button before React is remembered in the attribute `data-form` of <html>. When React handles the form,
// waitlist-form.tsx sets the attribute to `live`, and submits the form if it was `pressed`. The browser itself does
// nothing, because the form has `method="dialog"`.
const { dataset } = document.documentElement;
addEventListener('submit', () => {
  if (dataset.form !== 'live') dataset.form = 'pressed';
});
// A visitor who goes on typing has not finished: half a text must not be saved.
addEventListener('input', () => {
  if (dataset.form === 'pressed') delete dataset.form;
});

// Sections are revealed, each at its time after the navigation (docs/product.md, 1). Each is hidden as it enters the document,
// before it is painted. All are simply there if the visitor prefers reduced motion, or if this script does not run.
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLElement && node.dataset.revealAt) reveal(node, Number(node.dataset.revealAt));
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('load', () => observer.disconnect());
}

function reveal(section: HTMLElement, at: number): void {
  const delay = Math.max(at - performance.now(), 0) / 1000;
  animate(section, { transform: ['translateY(16px)', 'none'] }, { delay, duration: 0.45, ease: [0.2, 0.8, 0.2, 1] });
  // A section whose time has passed is visible at once, and only moves: nobody waits for it. The fade is shorter than the
  // motion, because the drawing behind the card would show through the card.
  if (delay > 0) animate(section, { opacity: [0, 1] }, { delay, duration: 0.15 });
}
