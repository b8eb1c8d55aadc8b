import { createRootRoute, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { GelDefs } from '../brand/gel';
import { NotFound } from '../error-pages/not-found';

export const Route = createRootRoute({ component: Root, notFoundComponent: NotFound });

function Root() {
  return (
    <>
      {/* React hydrates the content of such a boundary later, and the form first. */}
      <Suspense>
        <GelDefs />
      </Suspense>
      <Outlet />
    </>
  );
}
