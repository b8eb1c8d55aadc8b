import type { FormValues } from '../src/waitlist/fields.ts';
import { addresses } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { expectFailed, expectSaved, open, SAVES, signUp, submitButton } from './waitlist-page.ts';

// Values that nothing else on the page contains: a match is personal data.
const secrets: FormValues = {
  name: 'Zaphkiel Quorrmark',
  phoneNumber: '+49 151 7777 4242',
  instagram: 'zqmarker_instagram',
  email: 'zqmarker@private.example',
};
const traces = [/quorrmark/i, /7777\W*4242/, /zqmarker_\w/i, /zqmarker(@|%40)private/i];

test('personal data is sent in the row and, for the name, in one event only', async ({
  page,
  context,
  consoleLines,
  allowErrors,
  expectEvents,
}) => {
  allowErrors('failed save');
  const saves: string[] = [];
  const elsewhere: string[] = [];
  const origins = new Set<string>();
  context.on('request', (request) => {
    const url = new URL(request.url());
    origins.add(url.origin);
    const body = request.postData() ?? '';
    const isSave = url.pathname === '/rest/v1/waitlist' && request.method() === 'POST';
    if (isSave) saves.push(body);
    // The events are searched below, without the one name that they may have.
    const isRead = isSave || url.origin === addresses.analytics;
    elsewhere.push(url.href, JSON.stringify(request.headers()), isRead ? '' : body);
  });

  const referer = `${addresses.page}/from?friend=secret-address`;
  await open(page, '/?utm_source=story&ticket=secret-address#waitlist', referer);
  // The page must not repeat a row that the database quotes in its response.
  const json = { code: '23514', message: `row ${secrets.name}`, details: Object.values(secrets) };
  await page.route(SAVES, (route) => route.fulfill({ status: 400, json }), { times: 1 });
  await signUp(page, secrets);
  await expectFailed(page);
  await submitButton(page).click();
  await expectSaved(page);
  const events = await expectEvents('$pageview', 'waitlist_form_started', 'waitlist_signup_failed', 'waitlist_signup');

  const stored = await page.evaluate(async () => [
    ...Object.keys({ ...localStorage, ...sessionStorage }),
    ...(await indexedDB.databases()),
    ...(await caches.keys()),
    ...document.cookie,
  ]);
  expect([...stored, ...(await context.cookies())]).toEqual([]);

  elsewhere.push(page.url(), await page.title(), ...consoleLines.map(({ text }) => text));
  const signUpEvent = events.at(-1);
  expect(signUpEvent?.properties.name).toBe(secrets.name);
  delete signUpEvent?.properties.name;
  // With everything beside the properties as well.
  elsewhere.push(...events.map((event) => JSON.stringify(event)));

  for (const trace of traces) {
    expect(elsewhere.filter((text) => trace.test(text))).toEqual([]);
    for (const body of saves) expect(body).toMatch(trace);
  }
  expect(saves).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain('secret-address');
  expect([...origins].sort()).toEqual([addresses.analytics, addresses.page].sort());
});
