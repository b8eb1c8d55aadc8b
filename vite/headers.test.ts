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
