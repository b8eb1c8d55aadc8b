import { createRootRoute, Outlet } from '@tanstack/react-router';
import { NotFound } from '../fallbacks/not-found';
import { GelFills } from '../ui/gel';

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <GelFills />
      <Outlet />
    </>
  );
}
