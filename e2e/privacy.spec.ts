import { expect, test } from './fixtures.ts';
import { services } from './services.ts';
import { expectFailed, expectSaved, fillIn, open, submitButton } from './waitlist-page.ts';

// Each is unlike anything else on the page, so that finding it means finding personal data.
const secrets = {
  name: 'Zaphkiel Quorrmark',
  phoneNumber: '+49 151 7777 4242',
  instagram: '@zqmarker_handle',
  email: 'zqmarker@private.example',
};
const traces = [/quorrmark/i, /7777\W*4242/, /zqmarker_handle/i, /zqmarker(@|%40)private/i];

test.use({ expectedErrors: /SaveError|Failed to load resource/ });

test('what was typed goes into the row, the name into one event, and nowhere else', async ({
  page,
  context,
  consoleLines,
  receivedEvents,
}) => {
  const saves: string[] = [];
  const elsewhere: string[] = [];
  const origins = new Set<string>();
  context.on('request', async (request) => {
    const url = new URL(request.url());
    origins.add(url.origin);
    const body = request.postData() ?? '';
    const isSave = url.pathname === '/rest/v1/waitlist' && request.method() === 'POST';
    if (isSave) saves.push(body);
    // PostHog's bodies are compressed: its server has them below.
    elsewhere.push(url.href, JSON.stringify(request.headers()), isSave ? '' : body);
  });

  await open(page, '/?utm_source=story');
  await fillIn(page, secrets);
  await page.route('**/rest/v1/waitlist*', (route) =>
    // A database that quotes the row in its answer must not make the page repeat it.
    route.fulfill({
      status: 400,
      json: { code: '23514', message: `bad row ${secrets.name}`, details: Object.values(secrets) },
    }),
  );
  await submitButton(page).click();
  await expectFailed(page);
  await page.unroute('**/rest/v1/waitlist*');
  await submitButton(page).click();
  await expectSaved(page);
  await expect
    .poll(async () => (await receivedEvents()).map(({ event }) => event))
    .toContain('waitlist_signup');

  const stored = await page.evaluate(async () => ({
    localStorage: { ...localStorage },
    sessionStorage: { ...sessionStorage },
    cookie: document.cookie,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }));
  expect(stored).toEqual({
    localStorage: {},
    sessionStorage: {},
    cookie: '',
    databases: [],
    caches: [],
  });
  expect(await context.cookies()).toEqual([]);

  const history = await page.evaluate(() => JSON.stringify(window.history.state));
  elsewhere.push(page.url(), await page.title(), history);
  elsewhere.push(...consoleLines.map(({ text }) => text));
  const events = await receivedEvents();
  for (const { event, properties } of events) {
    if (event === 'waitlist_signup') expect(properties.name).toBe(secrets.name);
    const { name: _, ...rest } = properties;
    elsewhere.push(JSON.stringify(event === 'waitlist_signup' ? rest : properties));
  }

  for (const trace of traces) {
    expect(elsewhere.filter((text) => trace.test(text))).toEqual([]);
    expect(saves.every((body) => trace.test(body))).toBe(true);
  }
  expect(saves).toHaveLength(2);
  expect([...origins].sort()).toEqual([services.postHog, services.page].sort());
  for (const body of saves) {
    expect(Object.keys(JSON.parse(body)).sort()).toEqual([
      'email',
      'instagram',
      'name',
      'phone_number',
      'timestamp',
    ]);
  }
});

test.describe('an injected script', () => {
  test.use({ expectedErrors: /Content Security Policy|CSP violation|TrustedScript/ });

  test('does not run, and does not go unnoticed here', async ({ page, consoleLines }) => {
    await open(page);
    await page.evaluate(() => {
      const script = document.createElement('script');
      try {
        script.textContent = 'window.wasRun = true';
      } catch {
        // Trusted Types refuse it even earlier.
      }
      document.body.append(script);
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'a{}' }));
    });
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
    expect(consoleLines.map(({ text }) => text).join()).toContain('CSP violation');
  });
});
