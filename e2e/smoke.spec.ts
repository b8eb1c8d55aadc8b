import { createHash } from 'node:crypto';
import { PAGES } from '../vite/prerender.ts';
import { HEADERS } from '../vite/static-host.ts';
import { expect, test } from './fixtures.ts';
import { expectSaved, open, SAVES, signUp } from './waitlist-page.ts';

// `npm run smoke` visits the deployment at SMOKE_URL as a visitor, and stores no row. It submits the form, and responds
// to the save itself. Then it sends the same row to the database, but without a timestamp. Postgres checks the policy
// first, and the column's "not null" afterwards. So the error of the column proves that the policy lets visitors in.

test.beforeEach(({ allowErrors }) => {
  // The first tests name the blocked scripts of a host, so their errors must not fail the others.
  allowErrors('Content-Security-Policy violation', 'page not found');
});

for (const route of Object.keys(PAGES)) {
  const [path, status] = route === '/404' ? ['/no-such-page', 404] : [route, 200];
  test(`${path} has the status ${status}, all headers, and only the scripts of the build`, async ({ page }) => {
    const document = await page.goto(path);
    expect(document?.status()).toBe(status);
    const headers = document?.headers() ?? {};
    for (const [name, value] of HEADERS) expect.soft(headers[name.toLowerCase()] ?? '', name).toContain(value);
    // After the next deployment, a cached document would list scripts that are gone.
    expect(headers['cache-control'] ?? '').not.toMatch(/immutable|max-age=(?!0\b)/);

    const html = (await document?.text()) ?? '';
    const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
    // Besides the files in `/assets/`, the policy lists what the team has: origins, and hashes of inline scripts.
    const [, allowed = ''] = /script-src ([^;]+)/.exec(html) ?? [];
    const isOfTeam = (src: string | undefined, code: string) => {
      if (src === undefined) return allowed.includes(`'sha256-${sha256(code)}'`);
      return src.startsWith('/assets/') || (URL.canParse(src) && allowed.includes(new URL(src).origin));
    };
    const scripts = [...html.matchAll(/<script\b(?:[^>]*?\ssrc=["']?([^"'\s>]*))?[^>]*>(.*?)<\/script>/gis)];
    const others = scripts.filter(([, src, code = '']) => !isOfTeam(src, code));
    const found = others.map(([script]) => script.slice(0, 300));
    expect(found, 'The host adds or changes scripts. docs/deploying.md lists what to turn off.').toEqual([]);
  });
}

test('visitors can sign up, and cannot read, change, or delete rows', async ({ page, person, request, browser }) => {
  await page.route(SAVES, (route) => route.fulfill({ status: 201 }));
  await open(page);
  const saving = page.waitForRequest((sent) => sent.method() === 'POST' && /rest/.test(sent.url()));
  await signUp(page, person);
  await expectSaved(page);
  const save = await saving;
  const [table = ''] = save.url().split('?');
  // This header would change the preflight.
  const { 'user-agent': _, ...headers } = save.headers();
  const row = { ...save.postDataJSON(), timestamp: null };
  const accepted = 'violates not-null constraint';
  // From a page without routes: where there are some, Playwright itself responds to preflights.
  const visitor = await browser.newPage();
  await visitor.goto(page.url());
  const sent = { method: 'POST', headers, body: JSON.stringify(row) };
  const response = visitor.evaluate(async ([url, init]) => (await fetch(url, init)).text(), [table, sent] as const);
  expect.soft(await response.catch(String), 'The API must accept what the page sends.').toContain(accepted);
  await visitor.close();

  for (const [rule, expected, sent, header] of [
    ['accept browsers with parental controls', accepted, row, { prefer: 'safe' }],
    ['refuse a blank name by its policy', 'row-level security', { ...row, name: '' }, {}],
  ] as const) {
    const response = await request.fetch(table, { method: 'POST', headers: { ...headers, ...header }, data: sent });
    expect.soft(await response.text(), `The database must ${rule}.`).toContain(expected);
  }

  const attempts: [what: string, query: string, method: string, data?: object][] = [
    ['read', '?limit=0', 'GET'],
    ['change', '?id=eq.0', 'PATCH', { name: '' }],
    ['delete', '?id=eq.0', 'DELETE'],
  ];
  for (const [what, query, method, data] of attempts) {
    const response = await request.fetch(table + query, { method, headers, ...(data && { data }) });
    expect.soft(await response.text(), `Visitors must not ${what} rows.`).toContain('permission denied');
  }
});

test('analytics can be reached', async ({ page }) => {
  test.skip(process.env.SMOKE_ANALYTICS === 'off', 'SMOKE_ANALYTICS=off');
  const isOff = page.waitForEvent('console', (line) => /^Analytics( is off|: PostHog)/.test(line.text()));
  const configured = page.waitForResponse(/\/array\/[^/]+\/config$/);
  await open(page);
  const config = await Promise.race([configured, isOff.then((line) => line.text())]);
  const intended = 'If the page has no analytics on purpose, set SMOKE_ANALYTICS=off.';
  expect(typeof config === 'string' ? config : config.status(), intended).toBe(200);
});
