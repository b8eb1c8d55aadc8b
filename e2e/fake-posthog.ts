import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { POSTHOG_KEY, services } from './services.ts';

/** An event as PostHog's server has it after decoding. */
export type ReceivedEvent = {
  event: string;
  properties: Record<string, unknown>;
  timestamp: string;
  uuid: string;
};

/** All events, each with the browser that sent it. */
const received: Array<{ userAgent: string; event: ReceivedEvent }> = [];

// PostHog over real HTTP: a project's configuration, and the doors that events come in by.
createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', services.postHog);
  const userAgent = request.headers['user-agent'] ?? '';
  const answer = (status: number, body: unknown) => {
    response
      .writeHead(status, {
        'Access-Control-Allow-Origin': request.headers.origin ?? '*',
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Allow-Headers': 'content-type',
        'Content-Type': 'application/json',
      })
      .end(JSON.stringify(body));
  };

  if (request.method === 'OPTIONS') return answer(204, undefined);
  if (pathname === `/array/${POSTHOG_KEY}/config`) {
    return answer(200, { supportedCompression: ['gzip', 'gzip-js'], hasFeatureFlags: false });
  }
  if (request.method === 'POST' && /^\/(e|i\/v0\/e|batch|capture)\/?$/.test(pathname)) {
    try {
      const events = await decode(request, searchParams.get('compression'));
      for (const event of events) {
        // A repeated delivery counts once, as it does at PostHog.
        if (received.some((known) => known.event.uuid === event.uuid)) continue;
        received.push({ userAgent, event });
      }
      return answer(200, { status: 1 });
    } catch (error) {
      return answer(400, { error: String(error) });
    }
  }
  // For the tests alone.
  if (pathname === '/received') {
    const from = searchParams.get('userAgent');
    const events = received.filter((entry) => entry.userAgent === from).map(({ event }) => event);
    // A funnel goes by when something happened, not by when the request came.
    return answer(
      200,
      events.sort((a, b) => a.timestamp.localeCompare(b.timestamp)),
    );
  }
  answer(404, { error: 'not found' });
}).listen(Number(new URL(services.postHog).port), '127.0.0.1');

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
