import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Service } from '../supabase/local/listen.ts';
import { staticHost } from './static-host.ts';

let folder: string;
let host: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'host-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(dist, 'index.html'), 'landing');
  await writeFile(join(dist, '404.html'), 'not found');
  await writeFile(join(dist, 'assets/main-1a2b.js'), 'script');
  await writeFile(join(dist, '.env'), 'secret');
  await writeFile(join(dist, '_redirects'), '/ingest/* https://events.example/:splat 200!');
  await writeFile(
    join(dist, '_headers'),
    '/*\n  X-Frame-Options: DENY\n  X-Colons: a: b: c\n\n/\n  Cache-Control: no-cache\n\n/assets/main-1a2b.js\n  Cache-Control: immutable\n',
  );
  host = await listen(staticHost(dist));
});

afterAll(async () => {
  host.close();
  await rm(folder, { recursive: true });
});

/** Requests the path as it stands: `fetch` normalizes it. */
async function get(path: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(host.url, { path }, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test.each(['/', '/?utm_source=poster'])('%s is the landing page', async (path) => {
  const { status, headers, body } = await get(path);
  expect({ status, body }).toEqual({ status: 200, body: 'landing' });
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'x-frame-options': 'DENY',
    'x-colons': 'a: b: c',
    'cache-control': 'no-cache',
  });
});

test('a file has the headers of its rule', async () => {
  const { status, headers, body } = await get('/assets/main-1a2b.js');
  expect({ status, body }).toEqual({ status: 200, body: 'script' });
  expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'immutable' });
});

test.each(['/nowhere', '/a/b?c=d', '/assets/gone.js', '/%F0%9F%8E%89', '/%'])(
  '%s is not found, with the headers of every path',
  async (path) => {
    const { status, headers, body } = await get(path);
    expect({ status, body }).toEqual({ status: 404, body: 'not found' });
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'x-frame-options': 'DENY',
    });
    expect(headers).not.toHaveProperty('cache-control');
  },
);

test.each([
  '/_headers',
  '/./_headers',
  '/_redirects',
  '/.env',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
])('%s is not served', async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, body: 'not found' });
});
