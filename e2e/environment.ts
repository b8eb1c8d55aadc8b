import { listen } from '../supabase/listen.ts';

/** Where the services of a test run listen. The ports differ from those of `npm start`. */
export const services = {
  page: 'http://localhost:4273',
  analytics: 'http://127.0.0.1:4274',
  database: 'node_modules/.cache/e2e-database',
} as const;

/** The page's settings for its events. */
export const analyticsSettings = {
  VITE_POSTHOG_KEY: 'phc_test',
  VITE_POSTHOG_HOST: services.analytics,
} as const;

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
