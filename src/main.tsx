import './ui/tokens.css';
import './ui/font.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { capture } from './analytics/analytics';
import { createAppRouter } from './router';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const router = createAppRouter();
router.subscribe('onLoad', ({ pathChanged }) => {
  // A link within the page changes only the hash.
  if (!pathChanged) return;
  const { origin, host, pathname } = window.location;
  capture('$pageview', { $current_url: origin + pathname, $host: host, $pathname: pathname });
});

// Before it has loaded, the router renders nothing, and hydration would fail.
await router.load();
const app = (
  <StrictMode>
    {/* Leaves scrolling to the browser: the router would scroll to the top as it starts. As an option of `createRouter`, it
        would also store scroll positions. */}
    <RouterProvider router={router} scrollRestoration={() => false} />
  </StrictMode>
);

// A transition: React hydrates in slices, and the browser handles taps between them.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app));
// The development server's page is empty.
else createRoot(root).render(app);
