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

/** The path of the page on the screen. A link within the page changes only the hash. */
let shownPath: string | undefined;
router.subscribe('onRendered', ({ toLocation }) => {
  if (toLocation.pathname === shownPath) return;
  shownPath = toLocation.pathname;
  const { origin, host, pathname } = window.location;
  capture('$pageview', { $current_url: origin + pathname, $host: host, $pathname: pathname });
});

// Before it has loaded, the router renders nothing, and hydration would fail.
await router.load();
const app = (
  <StrictMode>
    <RouterProvider
      router={router}
      // Scrolls to the top only when another page is shown. It is set here, because in `createRouter` the option would
      // also make the router store scroll positions.
      scrollRestoration={({ location }) => shownPath !== undefined && shownPath !== location.pathname}
    />
  </StrictMode>
);

// A transition: React hydrates in slices, and the browser handles taps between them.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app));
// The development server's page is empty.
else createRoot(root).render(app);
