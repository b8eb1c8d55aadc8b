// First, because it has the order of the CSS layers.
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

// Some hosts serve the landing page at this address, too. The router has a route for `/` only.
if (window.location.pathname === '/index.html') {
  window.history.replaceState(null, '', `/${window.location.search}${window.location.hash}`);
}

// Every link to another page loads a document, and so counts. A page that the browser shows from its memory, after the
// back button, does not count again.
const { origin, host, pathname } = window.location;
capture('$pageview', { $current_url: origin + pathname, $host: host, $pathname: pathname });

const router = createAppRouter();
// Before this is done, the router would render nothing, and hydration would fail.
await router.load();
const app = (
  <StrictMode>
    {/* Otherwise, the router would scroll to the top when it starts. The browser itself restores scroll positions. As an
        option of `createRouter`, this would stop the browser. */}
    <RouterProvider router={router} scrollRestoration={() => false} />
  </StrictMode>
);

/** Logs an error and counts it. */
const reportAs = (kind: 'hydration' | 'render') => (error: unknown) => {
  console.error(error);
  capture('page_failed', { kind });
};
const options = {
  onRecoverableError: reportAs('hydration'),
  // The router catches errors and shows `UnexpectedError`.
  onCaughtError: reportAs('render'),
  onUncaughtError: reportAs('render'),
};

// In a transition, React hydrates in slices, and the browser handles taps between them.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app, options));
// The development server's page is empty.
else createRoot(root, options).render(app);
