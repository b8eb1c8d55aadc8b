import { once } from 'node:events';
import { createServer } from 'node:http';
import { services } from './services.ts';

/** Uncompressed, the fixture `expectEvents` can read the events. */
const PROJECT_SETTINGS = { supportedCompression: [], hasFeatureFlags: false };

/**
 * Starts the service that the page sends its events to, which responds to every request alike. It is
 * a server, because a route of Playwright's turns off the browser's cache and responds to its preflights.
 *
 * @returns a function that stops it
 */
export default async function startAnalyticsServer(): Promise<() => void> {
  const server = createServer((_request, response) => {
    response
      .setHeader('Access-Control-Allow-Origin', '*')
      .setHeader('Access-Control-Allow-Headers', 'content-type')
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify(PROJECT_SETTINGS));
  });
  server.listen(Number(new URL(services.analytics).port), '127.0.0.1');
  await once(server, 'listening');
  return () => server.close();
}
