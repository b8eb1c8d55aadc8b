import './ui/tokens.css';
import './ui/font.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { capture } from './analytics/analytics';
import { loadLater } from './load-later';
import { createAppRouter } from './router';

const { dataset } = document.documentElement;

/**
 * Resolves in a new task. Before it, the browser handles the taps and key presses that have arrived. While a submit
 * waits, resolves at once.
 */
const nextTask = () => new Promise<void>((resolve) => (dataset.submittedAt ? resolve() : setTimeout(resolve)));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// First, because it listens for scrolls, taps, and key presses. What it loads, it loads when the browser is idle.
void loadLater();
// On a slow phone, each part between two pauses takes tens of milliseconds.
await nextTask();
const router = createAppRouter();

/** The path of the page on the screen. A link within the page changes only the hash. */
let shownPath: string | undefined;
router.subscribe('onRendered', ({ toLocation }) => {
  if (toLocation.pathname === shownPath) return;
  shownPath = toLocation.pathname;
  capture('$pageview', { $current_url: window.location.origin + window.location.pathname, title: document.title });
});

await nextTask();
// Before it has loaded, the router renders nothing, and hydration would fail.
await router.load();
const app = (
  <StrictMode>
    <RouterProvider
      router={router}
      // The router scrolls only when it shows another page: at the start and within a page, the browser
      // does. As an option of `createRouter`, it would also store scroll positions.
      scrollRestoration={({ location }) => shownPath !== undefined && shownPath !== location.pathname}
    />
  </StrictMode>
);

await nextTask();
if (root.hasChildNodes()) {
  // A transition: React hydrates in slices, and the browser handles taps between them.
  startTransition(() => void hydrateRoot(root, app));
  // React hydrates at once what an event needs. A submit that waits came before React listened, so another event of
  // the form follows, which changes nothing.
  if (dataset.submittedAt) document.forms.namedItem('waitlist')?.dispatchEvent(new Event('input', { bubbles: true }));
} else {
  // The development server's page is empty.
  createRoot(root).render(app);
}
