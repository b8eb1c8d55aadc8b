import { expect, test } from './fixtures.ts';
import { expectValues, field, fillIn, holdScript, open, tookOver } from './waitlist-page.ts';

// However somebody arrives, the app takes over the page that is there and leaves it where it is.

test('the page under its file’s name is the landing page', async ({ page }) => {
  await page.goto('/index.html?utm_source=poster', { waitUntil: 'commit' });
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  await tookOver(page);
  // The same one: nothing was torn down.
  expect(await heading?.evaluate(({ isConnected }) => isConnected)).toBe(true);
  await expect(page).toHaveURL('/?utm_source=poster');
});

test('a page reloaded while it is scrolled stays there, and its form lives', async ({ page }) => {
  await open(page);
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await page.reload();
  await tookOver(page);
  expect(await page.evaluate(() => scrollY)).toBe(300);
});

test('a visit to the form may scroll on before the script comes', async ({ page }) => {
  const deliver = await holdScript(page);
  await page.goto('/#waitlist', { waitUntil: 'commit' });
  await expect(field(page, 'name')).toBeInViewport();
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const scrolled = await page.evaluate(() => scrollY);
  deliver();
  await tookOver(page);
  // As long as a scroll of the router's would take to begin.
  await page.evaluate(() =>
    new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)),
  );
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test.describe('back and forward', () => {
  test.use({ expectedErrors: /status of 404|Page not found/ });

  test('lead through both pages', async ({ page }) => {
    await page.goto('/nowhere');
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await tookOver(page);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await page.goForward();
    await tookOver(page);
    await expect(page).toHaveURL('/');
  });
});

test.describe('a start that throws', () => {
  test.use({ expectedErrors: /no root/ });

  test('is logged, and the form says that it is stuck', async ({ page, consoleLines }) => {
    await page.route('**/assets/main-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("no root")' }),
    );
    await page.goto('/');
    await expect(page.getByText('The form did not load completely.')).toBeVisible();
    expect(consoleLines.map(({ text }) => text)).toContainEqual(expect.stringContaining('no root'));
  });
});

test.describe('scripts that are lost on the way', () => {
  test.use({ expectedErrors: /main-|dynamically imported module|ERR_INTERNET|Failed to fetch/ });

  test('lose nothing when the page is loaded again, and leave nothing behind', async ({
    page,
    context,
    person,
  }) => {
    const historyState = () => page.evaluate(() => JSON.stringify(window.history.state));
    await page.route('**/assets/main-*.js', (route) => route.abort());
    await page.goto('/');
    await fillIn(page, person);
    const again = page.getByRole('link', { name: 'Load it again' });

    await context.setOffline(true);
    const failure = page.waitForEvent('console', (line) => line.text().includes('Failed to fetch'));
    await again.click();
    await failure;
    await expectValues(page, person);
    expect(await historyState()).not.toContain(person.phoneNumber);
    await context.setOffline(false);

    await page.unroute('**/assets/main-*.js');
    const deliverScript = await holdScript(page);
    await again.click();
    await expect(again).toBeHidden();
    await expectValues(page, person);
    expect(await historyState()).not.toContain(person.phoneNumber);
    deliverScript();
    await tookOver(page);
    await expectValues(page, person);
  });
});
