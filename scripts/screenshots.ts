/**
 * Takes pictures of the page: `npm run screenshots -- --readme` renews the README's,
 * `npm run screenshots -- folder` fills a folder with both pages and the states of the form.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createBuilder, preview } from 'vite';
import { localPageEnv } from '../build/local-page-env.ts';
import { chromiumArgs, chromiumPath } from './shared/chromium.ts';

const root = join(import.meta.dirname, '..');
const outDir = join(root, 'node_modules/.cache/screenshots');
const schemes = ['light', 'dark'] as const;
const sizes = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 720],
  [1920, 1080],
] as const;

try {
  const { values, positionals } = parseArgs({
    options: { readme: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder, ...others] = positionals;
  if (others.length > 0 || values.readme === (folder !== undefined)) {
    throw new Error('npm run screenshots -- <folder>, or: npm run screenshots -- --readme');
  }
  await takePictures((browser, url) =>
    folder === undefined ? readmePictures(browser, url) : everything(browser, folder, url),
  );
  process.exit();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function takePictures(take: (browser: Browser, url: string) => Promise<void>): Promise<void> {
  Object.assign(process.env, localPageEnv());
  const options = {
    root,
    mode: 'preview',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  } as const;
  await (await createBuilder(options)).buildApp();
  const server = await preview({ ...options, preview: { port: 4373 } });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error('The preview server has no address.');

  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  await take(browser, address);
  await browser.close();
  await server.close();
}

async function readmePictures(browser: Browser, url: string): Promise<void> {
  for (const scheme of schemes) {
    const page = await open(browser, url, 1280, 720, scheme);
    await page.screenshot({ path: join(root, `.github/page-${scheme}.png`) });
    await page.close();
  }
}

async function everything(browser: Browser, into: string, url: string): Promise<void> {
  await mkdir(into, { recursive: true });
  for (const scheme of schemes) {
    for (const [width, height] of sizes) {
      const take = (page: Page, name: string, fullPage = false) =>
        page.screenshot({ path: join(into, `${width}-${scheme}-${name}.png`), fullPage });

      const page = await open(browser, url, width, height, scheme);
      await take(page, 'top');
      await take(page, 'whole', true);

      const button = page.locator('form button');
      await button.click();
      await page.getByText('Name is required').waitFor();
      await take(page, 'errors');

      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Phone Number').fill(`+49 30 ${width}${scheme.length}`);
      await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 400 }));
      await button.click();
      await page.getByText('Something went wrong').waitFor();
      await take(page, 'failure');
      await page.unroute('**/rest/v1/**');

      await page.route('**/rest/v1/**', async (route) => {
        await take(page, 'busy');
        await route.continue();
      });
      await button.click();
      await page.getByText("You're on the list!").waitFor();
      await page.waitForTimeout(500);
      await take(page, 'success');
      await page.close();

      const lost = await open(browser, new URL('/nowhere', url).href, width, height, scheme);
      await take(lost, 'not-found');
      await lost.close();
    }
  }
}

async function open(
  browser: Browser,
  url: string,
  width: number,
  height: number,
  colorScheme: (typeof schemes)[number],
): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  return page;
}
