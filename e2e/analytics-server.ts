import { listen } from '../supabase/tests/listen.ts';
import { services } from './services.ts';

/**
 * Playwright's global setup: starts the server that receives the page's events. It responds to every
 * request alike. A route of Playwright's cannot do that, because it turns off the browser's cache.
 *
 * @returns a function that stops the server
 */
export default async function startAnalyticsServer(): Promise<() => void> {
  const { close } = await listen(
    (_request, response) => {
      response
        .setHeader('Access-Control-Allow-Origin', '*')
        .setHeader('Access-Control-Allow-Headers', 'content-type')
        .setHeader('Content-Type', 'application/json')
        .end('{}');
    },
    Number(new URL(services.analytics).port),
  );
  return close;
}
