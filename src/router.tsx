import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { UnexpectedError } from './error-pages/unexpected-error';
import { routeTree } from './routeTree.gen';

/** @param history where the router reads the address; the browser's when left out */
export function createAppRouter(history?: RouterHistory) {
  const queryClient = new QueryClient();
  return createRouter({
    routeTree,
    defaultErrorComponent: UnexpectedError,
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(history && { history }),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
