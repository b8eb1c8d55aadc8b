import { expect, test } from './fixtures.ts';
import { ready } from './waitlist-page.ts';

test('an unknown address is not found, and leads home', async ({ page, consoleLines, allowErrors, expectEvents }) => {
  allowErrors('page not found');
  const heading = page.getByRole('heading', { level: 1 });
  const path = '/deep/er/🎉.html';
  const response = await page.goto(`${encodeURI(path)}?utm_source=x#part`);
  expect(response?.status()).toBe(404);
  await expect(heading).toHaveText('Oops! Page not found');
  await expect(page).toHaveTitle(/not found/i);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect.poll(() => consoleLines.map(({ text }) => decodeURI(text))).toContain(`Page not found: ${path}`);

  // Without loading another document.
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await ready(page);
  await expect(page).toHaveTitle(/meet\. connect\. gel\./);
  await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(0);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  for (const { properties } of await expectEvents('$pageview', '$pageview')) expect(properties.utm_source).toBe('x');
});
