import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { NotFound } from '../fallbacks/not-found';
import { queryClient } from '../lib/query-client';
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
