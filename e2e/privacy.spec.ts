import { expect, test } from './fixtures.ts';
import { services } from './services.ts';
import { expectFailed, expectSaved, fillIn, open, submitButton } from './waitlist-page.ts';

// Values that nothing else on the page contains: a match is personal data.
const secrets = {
  name: 'Zaphkiel Quorrmark',
  phoneNumber: '+49 151 7777 4242',
  instagram: '@zqmarker_handle',
  email: 'zqmarker@private.example',
};
const traces = [/quorrmark/i, /7777\W*4242/, /zqmarker_handle/i, /zqmarker(@|%40)private/i];

test.use({ expectedErrors: /SaveError|Failed to load resource/ });

test('personal data is sent in the row and, for the name, in one event only', async ({
  page,
  context,
  consoleLines,
  receivedEvents,
}) => {
  const saves: string[] = [];
  const elsewhere: string[] = [];
  const origins = new Set<string>();
  context.on('request', (request) => {
    const url = new URL(request.url());
    origins.add(url.origin);
    const body = request.postData() ?? '';
    const isSave = url.pathname === '/rest/v1/waitlist' && request.method() === 'POST';
    if (isSave) saves.push(body);
    // PostHog's bodies are compressed; its server has the events.
    elsewhere.push(url.href, JSON.stringify(request.headers()), isSave ? '' : body);
  });

  await open(page, '/?utm_source=story');
  await fillIn(page, secrets);
  await page.route('**/rest/v1/waitlist*', (route) =>
    // The page must not repeat a row that the database quotes in its response.
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

  const stored = await page.evaluate(async () => [
    ...Object.keys({ ...localStorage, ...sessionStorage }),
    ...(await indexedDB.databases()),
    ...(await caches.keys()),
    ...document.cookie,
  ]);
  expect([...stored, ...(await context.cookies())]).toEqual([]);

  elsewhere.push(page.url(), await page.title(), ...consoleLines.map(({ text }) => text));
  elsewhere.push(await page.evaluate(() => JSON.stringify(window.history.state)));
  for (const { properties, ...event } of await receivedEvents()) {
    const { name, ...others } = properties;
    const isSignUp = event.event === 'waitlist_signup';
    if (isSignUp) expect(name).toBe(secrets.name);
    elsewhere.push(JSON.stringify([event, others, isSignUp ? '' : name]));
  }

  for (const trace of traces) {
    expect(elsewhere.filter((text) => trace.test(text))).toEqual([]);
    for (const body of saves) expect(body).toMatch(trace);
  }
  expect(saves).toHaveLength(2);
  expect([...origins].sort()).toEqual([services.postHog, services.page].sort());
});

test.describe('an injected script', () => {
  test.use({ expectedErrors: /Content Security Policy|CSP violation|TrustedScript/ });

  test('does not run and is reported', async ({ page, consoleLines }) => {
    await open(page);
    await page.evaluate(() => {
      const script = document.createElement('script');
      try {
        script.textContent = 'window.hasRun = true';
      } catch {
        // Trusted Types.
      }
      document.body.append(script);
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'a{}' }));
    });
    expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
    expect(consoleLines.map(({ text }) => text).join()).toContain('CSP violation');
  });
});
