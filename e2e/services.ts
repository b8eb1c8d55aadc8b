import { rm } from 'node:fs/promises';
import { freePort, listen } from '../supabase/tests/listen.ts';

// Chosen once: Playwright's workers inherit the variables. Two copies of the project can be tested at the same time.
process.env.E2E_PAGE_PORT ??= `${await freePort()}`;
process.env.E2E_ANALYTICS_PORT ??= `${await freePort()}`;
const { E2E_PAGE_PORT: pagePort, E2E_ANALYTICS_PORT: analyticsPort } = process.env;

/** Where the services of a test run listen. */
export const services = {
  page: `http://localhost:${pagePort}`,
  analytics: `http://127.0.0.1:${analyticsPort}`,
} as const;

/** The page's settings for its events. */
export const analyticsSettings = { VITE_POSTHOG_KEY: 'phc_test', VITE_POSTHOG_HOST: services.analytics } as const;

/**
 * Playwright's global setup: starts the server that receives the page's events. A route of Playwright's would turn off
 * the browser's cache. The function that it returns stops the server, and removes the rows that the page has stored.
 */
export default async function startAnalyticsServer(): Promise<() => Promise<void>> {
  const { close } = await listen((_request, response) => {
    response
      .setHeader('Access-Control-Allow-Origin', '*')
      .setHeader('Access-Control-Allow-Headers', 'content-type')
      .setHeader('Content-Type', 'application/json')
      .end('{}');
  }, Number(analyticsPort));
  return async () => {
    close();
    // The page still runs. On Windows, its files cannot be removed before it ends.
    await rm(`.local/${pagePort}`, { recursive: true, force: true }).catch(() => {});
  };
}
