import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { UnexpectedError } from './fallbacks/unexpected-error';
import { routeTree } from './routeTree.gen';

/** @param history where the router reads the address; the browser's when left out */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    defaultErrorComponent: UnexpectedError,
    ...(history && { history }),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
