import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { ANALYTICS_KEY, services } from './services.ts';

/** An event as PostHog's server has it after decoding. */
export type ReceivedEvent = {
  event: string;
  properties: Record<string, unknown>;
  timestamp: string;
  uuid: string;
};

/** All events, each with the browser that sent it. */
const received: Array<{ userAgent: string; event: ReceivedEvent }> = [];

/**
 * Starts PostHog's service for a test run: the remote configuration, and the paths that events are
 * sent to. `/received?userAgent=…` returns a browser's events to the tests.
 *
 * @returns a function that stops it
 */
export default async function startPostHog(): Promise<() => void> {
  const server = createServer(respond).listen(Number(new URL(services.postHog).port), '127.0.0.1');
  await once(server, 'listening');
  return () => server.close();
}

const respond: RequestListener = async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', services.postHog);
  const userAgent = request.headers['user-agent'] ?? '';
  const send = (status: number, body: unknown) => {
    response
      .writeHead(status, {
        'Access-Control-Allow-Origin': request.headers.origin ?? '*',
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Allow-Headers': 'content-type',
        'Content-Type': 'application/json',
      })
      .end(JSON.stringify(body));
  };

  if (request.method === 'OPTIONS') return send(204, undefined);
  if (pathname === `/array/${ANALYTICS_KEY}/config`) {
    return send(200, { supportedCompression: ['gzip', 'gzip-js'], hasFeatureFlags: false });
  }
  if (pathname === '/received') {
    const from = searchParams.get('userAgent');
    const events = received.filter((entry) => entry.userAgent === from).map(({ event }) => event);
    // Requests may arrive in another order than the events happened.
    events.sort((a, b) => a.timestamp.localeCompare(b.timestamp));
    return send(200, events);
  }
  if (request.method !== 'POST' || !/^\/(e|i\/v0\/e|batch|capture)\/?$/.test(pathname)) {
    return send(404, { error: 'not found' });
  }
  try {
    for (const event of await decode(request, searchParams.get('compression'))) {
      // PostHog ignores an event that it has received before.
      if (received.some((known) => known.event.uuid === event.uuid)) continue;
      received.push({ userAgent, event });
    }
    send(200, { status: 1 });
  } catch (error) {
    send(400, { error: String(error) });
  }
};

/** The SDK sends gzip, a base64 form field (also by beacon) or plain JSON. */
async function decode(
  request: IncomingMessage,
  compression: string | null,
): Promise<ReceivedEvent[]> {
  const raw = await buffer(request);
  const isGzip = compression?.startsWith('gzip') || (raw[0] === 0x1f && raw[1] === 0x8b);
  const text = (isGzip ? gunzipSync(raw) : raw).toString();
  const field = text.startsWith('data=') ? new URLSearchParams(text).get('data') : null;
  const body = JSON.parse(field === null ? text : Buffer.from(field, 'base64').toString());
  return [body.batch ?? body.data ?? body].flat();
}
