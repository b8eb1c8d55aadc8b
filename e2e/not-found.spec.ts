import { expect, test } from './fixtures.ts';
import { open, tookOver } from './waitlist-page.ts';

for (const path of ['/nope', '/deep/er/path.html', '/%F0%9F%8E%89?utm_source=x#part']) {
  test(`${path} is not found, says so, logs it and leads home`, async ({ page, consoleLines }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await expect(page).toHaveTitle(/not found/i);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expect
      .poll(() => consoleLines.find(({ type, text }) => type === 'error' && isLogOf(path, text)))
      .toBeTruthy();

    // Without loading another document.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
    await tookOver(page);
    await expect(page).toHaveTitle(/meet\. connect\. gel\./);
    await expect(page.getByRole('heading', { name: 'Get Early Access' })).toBeVisible();
    await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(0);
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);

    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  });
}
// The document's own 404 and the specified log.
test.use({ expectedErrors: /status of 404|Page not found/ });

test('the landing page is found', async ({ page }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await open(page, '/?utm_source=x');
  await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(0);
});

/** Whether this is the page's own line, not the browser's about the document. */
function isLogOf(path: string, text: string): boolean {
  const { pathname } = new URL(path, 'http://host');
  const isBrowsers = text.startsWith('Failed to load resource');
  return !isBrowsers && (text.includes(pathname) || text.includes(decodeURI(pathname)));
}
