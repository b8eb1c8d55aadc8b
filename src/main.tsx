import './ui/tokens.css';
import './ui/font.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { capture } from './analytics/analytics';
import { createAppRouter } from './router';
import { warmUp } from './warm-up';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const router = createAppRouter();
const app = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);

router.subscribe('onRendered', () => {
  capture('$pageview', {
    $current_url: window.location.origin + window.location.pathname,
    title: document.title,
  });
});

// Matches are there before the first render, so that it equals the prerendered HTML.
await router.load();

const page = router.state.location.pathname === '/' ? 'landing' : 'not-found';
if (root.dataset.page === page) {
  // What the router's own server rendering sets: no pending boundary around the matches.
  router.ssr = { manifest: undefined };
  // The page is being read already: the first render must not scroll it to the top.
  router._scroll.n = false;
  // In slices, so that a tap meanwhile is answered.
  startTransition(() => void hydrateRoot(root, app));
} else {
  // The dev server, or a host that answers unknown paths with the landing page's HTML.
  root.replaceChildren();
  createRoot(root).render(app);
}

warmUp();
