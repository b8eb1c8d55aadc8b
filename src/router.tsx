import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRouter,
  createRouter,
  type RouterHistory,
  rootRouteId,
} from '@tanstack/react-router';
import { UnexpectedError } from './error-pages/unexpected-error';
import { routeTree } from './routeTree.gen';

/** @param history where the router reads the address; the browser's when left out */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    defaultErrorComponent: UnexpectedError,
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(history && { history }),
  });
}

/** The id of the route that is shown; the root route's own for a path that has no page. */
export function renderedRoute(router: AnyRouter): string {
  return router.state.matches.at(-1)?.routeId ?? rootRouteId;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
