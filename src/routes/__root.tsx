import { createRootRoute, Outlet } from '@tanstack/react-router';
import { GelDefs } from '../brand/gel';
import { NotFound } from '../error-pages/not-found';
import { Toaster } from '../ui/toaster';

export const Route = createRootRoute({ component: Root, notFoundComponent: NotFound });

function Root() {
  return (
    <>
      <GelDefs />
      <Outlet />
      <Toaster />
    </>
  );
}
