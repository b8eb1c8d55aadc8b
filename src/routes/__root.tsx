import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { queryClient } from '../lib/query-client';
import { NotFound } from '../outside/not-found';
import { GelFills } from '../ui/gel';

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <QueryClientProvider client={queryClient}>
      <GelFills />
      <Outlet />
    </QueryClientProvider>
  );
}
