import './ui/tokens.css';
import './ui/font.css';
import './ui/base.css';
import { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { capture } from './analytics/analytics';
import { nextTask } from './lib/next-task';
import { createAppRouter, renderedRoute } from './router';
import { warmUp } from './warm-up';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void warmUp();
await nextTask();
const router = createAppRouter(new QueryClient());
const app = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);

let visited: string | undefined;
router.subscribe('onRendered', ({ toLocation }) => {
  // A link within the page changes only the hash.
  if (toLocation.pathname === visited) return;
  visited = toLocation.pathname;
  capture('$pageview', {
    $current_url: window.location.origin + window.location.pathname,
    title: document.title,
  });
});

await nextTask();
// The matches are loaded before the first render, so that it equals the prerendered HTML. The visitor
// may be reading already: nothing may scroll the page, neither to the top nor to the address's hash.
// Only a navigation has these options, and one to the same address needs a different state.
await router.navigate({
  href: router.latestLocation.href,
  state: (state) => ({ ...state, isTakenOver: true }),
  replace: true,
  resetScroll: false,
  hashScrollIntoView: false,
});

await nextTask();
if (root.dataset.route === renderedRoute(router)) {
  // The router's own hydration sets it: as on the server, no pending boundary around the matches.
  // It is not documented, so package.json has the router's exact version.
  router.ssr = { manifest: undefined };
  // In slices, so that the page responds to a tap meanwhile.
  startTransition(() => void hydrateRoot(root, app));
} else {
  // The dev server, or a host that serves the landing page's HTML for unknown paths.
  root.replaceChildren();
  createRoot(root).render(app);
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    isTakenOver?: boolean;
  }
}
