/**
 * Takes pictures of the page: `npm run screenshots` renews the README's, `npm run screenshots --
 * folder` fills a folder with both pages and the states of the form.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { createBuilder, preview } from 'vite';
import { chromiumArgs, chromiumPath } from '../e2e/chromium.ts';
import { localPageEnv } from '../vite/local-page-env.ts';

const root = join(import.meta.dirname, '..');
const [folder] = parseArgs({ allowPositionals: true }).positionals;
const sizes = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 720],
  [1920, 1080],
] as const;

Object.assign(process.env, localPageEnv());
const outDir = join(root, 'node_modules/.cache/screenshots');
const options = { root, mode: 'preview', logLevel: 'error', build: { outDir } } as const;
await (await createBuilder(options)).buildApp();
const server = await preview({ ...options, preview: { port: 4373 } });
const address = server.resolvedUrls?.local[0];
if (!address) throw new Error('The preview server has no address.');

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
  if (folder === undefined) {
    await open(page, address, 1280, 720);
    await page.screenshot({ path: join(root, `.github/page-${colorScheme}.png`) });
    continue;
  }
  for (const [width, height] of sizes) {
    await open(page, address, width, height);
    // npm changes into the project's folder; INIT_CWD is where the command was typed.
    const prefix = resolve(process.env.INIT_CWD ?? '', folder, `${width}-${colorScheme}`);
    await takeStates(page, prefix);
    await open(page, new URL('/nowhere', address).href, width, height);
    await page.screenshot({ path: `${prefix}-not-found.png` });
  }
}
// Said, because the embedded database leaves a code of its own.
process.exit(0);

async function open(page: Page, url: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
}

/** The page, and its form with errors, under way, failed and saved. */
async function takeStates(page: Page, prefix: string): Promise<void> {
  const take = (name: string) => page.screenshot({ path: `${prefix}-${name}.png` });
  const button = page.locator('form button');
  let status = 400;
  await page.route('**/rest/v1/**', async (route) => {
    await take('busy');
    await route.fulfill({ status });
  });

  await take('top');
  await page.screenshot({ path: `${prefix}-whole.png`, fullPage: true });
  await button.click();
  await page.getByText('Name is required').waitFor();
  await take('errors');

  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Phone Number').fill('+49 30 901820');
  await button.click();
  await page.getByText('Something went wrong').waitFor();
  await take('failure');

  status = 201;
  await button.click();
  await page.getByText("You're on the list!").waitFor();
  await take('success');
  await page.unrouteAll();
}
