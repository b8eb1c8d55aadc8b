import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { staticHost } from '../../build/static-host.ts';
import type { EmbeddedBackend } from '../../supabase/local/embedded-backend.ts';
import { listen, type Service } from '../../supabase/local/listen.ts';

const compress = promisify(brotliCompress);

/** What a proxy does not hand on. */
const OWN_HEADERS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** Serves a built page as a static host would: Brotli, compressed once. Supabase's API beside it. */
export async function hostPage(dist: string, backend: EmbeddedBackend): Promise<Service> {
  const files = await listen(staticHost(dist));
  const api = getRequestListener(backend.fetch);
  type Answer = { status: number; headers: Record<string, string>; body: Buffer };
  const answers = new Map<string, Promise<Answer>>();

  async function load(path: string): Promise<Answer> {
    const response = await fetch(new URL(path, files.url));
    const headers = Object.fromEntries(response.headers);
    for (const name of OWN_HEADERS) delete headers[name];
    const body = Buffer.from(await response.arrayBuffer());
    if (!/text|javascript|json|svg/.test(headers['content-type'] ?? '')) {
      return { status: response.status, headers, body };
    }
    return {
      status: response.status,
      headers: { ...headers, 'content-encoding': 'br', vary: 'Accept-Encoding' },
      body: await compress(body),
    };
  }

  const page = await listen(async (request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/rest/v1/')) return api(request, response);
    const answer = answers.get(path) ?? load(path);
    answers.set(path, answer);
    const { status, headers, body } = await answer;
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  });

  return {
    url: page.url,
    close: () => {
      page.close();
      files.close();
    },
  };
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
