import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { HEADERS } from './static-host.ts';

// What a document cannot state is in public/_headers, which Netlify, Cloudflare, and `npm start`
// read. The others have the same lines.

test('Vercel sends the same headers, and pages at their clean addresses', async () => {
  const headers = HEADERS.map(([key, value]) => ({ key, value }));
  expect(JSON.parse(await readFile('vercel.json', 'utf8'))).toMatchObject({
    cleanUrls: true,
    headers: [{ source: '/(.*)', headers }],
  });
});

test.each([
  ['nginx.conf', /^ *add_header (\S+) "(.*)" always;$/gm],
  ['Caddyfile', /^ *([\w-]+) "(.*)"$/gm],
])('%s sends the same headers, and has everything revalidated', async (file, line) => {
  const example = await readFile(`hosting/${file}`, 'utf8');
  const found = Array.from(example.matchAll(line), ([, name, value]) => [name, value]);
  expect(found).toEqual([...HEADERS, ['Cache-Control', 'no-cache']]);
});
