import { getRequestListener } from '@hono/node-server';
import type { EmbeddedBackend } from '../../supabase/local/embedded-backend.ts';
import { listen, type Service } from '../../supabase/local/listen.ts';
import { staticHost } from '../../vite/static-host.ts';

/** Serves a built page as a static host would, Supabase's API beside it. */
export function hostPage(dist: string, backend: EmbeddedBackend): Promise<Service> {
  const files = staticHost(dist);
  const api = getRequestListener(backend.fetch);
  return listen((request, response) => {
    if (request.url?.startsWith('/rest/v1/')) void api(request, response);
    else files(request, response);
  });
}

/** PostHog as far as the page can tell, so that analytics is on. */
export function hostPostHog(): Promise<Service> {
  return listen((request, response) => {
    request.resume();
    response
      .writeHead(200, {
        'Access-Control-Allow-Origin': request.headers.origin ?? '*',
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Allow-Headers': 'content-type',
        'Content-Type': 'application/json',
      })
      .end('{"status":1,"supportedCompression":["gzip-js"],"hasFeatureFlags":false}');
  });
}
