import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HEADERS } from './static-host.ts';

// What a document cannot say of itself is in public/_headers, which Netlify, Cloudflare, and `npm start`
// read. The others have the same lines.

const vercel = z.object({
  cleanUrls: z.literal(true),
  headers: z.tuple([
    z.object({
      source: z.literal('/(.*)'),
      headers: z.array(z.object({ key: z.string(), value: z.string() })),
    }),
  ]),
});

test('public/_headers has one rule, for every path', async () => {
  const lines = (await readFile('public/_headers', 'utf8')).trimEnd().split('\n');
  expect(lines[0]).toBe('/*');
  expect(lines.slice(1)).toEqual(HEADERS.map((header) => `  ${header.join(': ')}`));
  expect(Object.fromEntries(HEADERS)).toMatchObject({
    'Content-Security-Policy': "frame-ancestors 'none'",
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
  });
});

test('Vercel sends the same headers', async () => {
  const { headers } = vercel.parse(JSON.parse(await readFile('vercel.json', 'utf8')));
  expect(headers[0].headers.map(({ key, value }) => [key, value])).toEqual(HEADERS);
});

test.each([
  ['nginx', /^ *add_header (\S+) "(.*)" always;$/gm],
  ['caddyfile', /^ *([\w-]+) "(.*)"$/gm],
])(
  'the example for %s sends the same headers, and has everything revalidated',
  async (language, line) => {
    const document = await readFile('docs/deploying.md', 'utf8');
    const example = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(document)?.[1] ?? '';
    const found = Array.from(example.matchAll(line), ([, name, value]) => [name, value]);
    expect(found).toEqual([...HEADERS, ['Cache-Control', 'no-cache']]);
  },
);
