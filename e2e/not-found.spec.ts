import { expect, test } from './fixtures.ts';
import { ready } from './waitlist-page.ts';

for (const path of ['/nope', '/deep/er/path.html', '/%F0%9F%8E%89?utm_source=x#part']) {
  test(`${path} is not found, and leads home`, async ({ page, consoleLines, expectErrors }) => {
    expectErrors('page not found');
    const heading = page.getByRole('heading', { level: 1 });
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(heading).toHaveText('Oops! Page not found');
    await expect(page).toHaveTitle(/not found/i);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    const { pathname } = new URL(path, 'http://host');
    await expect
      .poll(() => consoleLines.map(({ text }) => decodeURI(text)))
      .toContain(`Page not found: ${decodeURI(pathname)}`);

    // Without loading another document.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
    await ready(page);
    await expect(page).toHaveTitle(/meet\. connect\. gel\./);
    await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(0);
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);

    await page.goBack();
    await expect(heading).toHaveText('Oops! Page not found');
    await page.goForward();
    await ready(page);
    await expect(page).toHaveURL('/');
  });
}
