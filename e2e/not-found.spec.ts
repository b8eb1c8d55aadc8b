import { expect, test } from './fixtures.ts';
import { ready } from './waitlist-page.ts';

test('an unknown address is not found, and leads home', async ({ page, consoleLines, allowErrors, expectEvents }) => {
  allowErrors('page not found');
  const path = '/deep/er/🎉.html';
  const response = await page.goto(`${encodeURI(path)}?utm_source=x#part`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect(page).toHaveTitle(/not found/i);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect.poll(() => consoleLines.map(({ text }) => decodeURI(text))).toContain(`Page not found: ${path}`);

  const [pageView] = await expectEvents('$pageview');
  expect(pageView?.properties).toMatchObject({ $pathname: encodeURI(path), utm_source: 'x' });

  // A phone on its side, where the page scrolls.
  await page.setViewportSize({ width: 667, height: 375 });
  await page.evaluate(() => scrollTo({ top: 999, behavior: 'instant' }));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await ready(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveTitle(/meet\. connect\. gel\./);
  await expectEvents('$pageview', '$pageview');
});
