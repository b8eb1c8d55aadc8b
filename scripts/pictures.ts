/**
 * Takes every picture that is committed from the page itself: `npm run pictures`. The icons are
 * `public/favicon.svg` in other sizes, the link preview is the landing page's first screen without
 * the form, and the README shows the page on a phone.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/chromium.ts';
import { body, gelShape } from '../src/brand/gel-path.ts';
import { oneLine } from '../src/site.ts';
import { sampleSignUp } from '../src/waitlist/fields.ts';
import { listen } from '../supabase/local/listen.ts';
import { buildLocalPage } from '../vite/local-page-env.ts';
import { staticHost } from '../vite/static-host.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'node_modules/.cache/pictures');
await buildLocalPage(dist, {});
const server = await listen(staticHost(dist));
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });

/** When nothing on the first screen moves any more, nor after a sign-up. */
const STILL_MS = 3000;

/** Opens the landing page, with more styles if need be. */
async function open(colorScheme: 'light' | 'dark', width: number, height: number, styles = '') {
  const page = await browser.newPage({
    colorScheme,
    deviceScaleFactor: width < 1000 ? 0.75 : 1,
    viewport: { width, height },
    bypassCSP: true,
  });
  await page.goto(server.url, { waitUntil: 'networkidle' });
  if (styles) await page.addStyleTag({ content: styles });
  await page.waitForTimeout(STILL_MS);
  return page;
}

/** JPEG: gel is all gradients, which PNG stores in five times the size. */
const jpeg = (path: string, quality: number) => ({ path: join(root, path), quality });

const linkPreview = await open(
  'dark',
  1200,
  630,
  `body { background: var(--paper) }
  .landing .landing-first { grid-template-columns: 1fr; min-block-size: 630px; padding: 28px 72px }
  .early-access, .social-proof { display: none }
  .early-access-place { position: static }
  .early-access-place::before { content: none }
  .hero .logo { font-size: 42px }
  .hero .headline { margin-block: 38px 38px }
  .hero .headline-word { font-size: 104px }
  .hero .hero-text { max-inline-size: none; color: var(--ink); font: 36px / 1.3 var(--font-display); letter-spacing: -0.03em }
  .decorative-blob { display: none }
  .friends { position: fixed; inset: 0 }`,
);
const { outline, lights } = gelShape([body(964, 462, 112), body(1006, 182, 138)]);
const drawing = `<svg class="friends" viewBox="0 0 1200 630">
  <!-- Berry as in FILLS of src/brand/gel.tsx, whose CSS no script can import. -->
  <linearGradient id="both" x2="0.15" y1="0.9" y2="0.1">
    <stop stop-color="color-mix(in oklch, var(--berry) 80%, var(--mango))" offset="0.3" />
    <stop stop-color="var(--mango)" offset="0.65" />
  </linearGradient>
  <!-- One shade for both: two would leave a seam. -->
  <radialGradient id="soft" gradientUnits="userSpaceOnUse" cx="960" cy="120" r="520">
    <stop stop-color="var(--gel-light)" />
    <stop stop-color="var(--gel-light)" offset="0.4" stop-opacity="0" />
    <stop stop-color="var(--gel-dusk)" offset="0.45" stop-opacity="0" />
    <stop stop-color="var(--gel-dusk)" offset="1" />
  </radialGradient>
  <path fill="url(#both)" d="${outline}" />
  <path fill="url(#soft)" d="${outline}" />
  ${lights.map(({ transform }) => `<use href="#gloss" transform="${transform}" />`).join('')}
  <use href="#face" transform="translate(946 462) scale(99)" />
  <use href="#face" transform="translate(986 194) scale(117)" />
</svg>`;
await linkPreview.locator('.hero').evaluate(
  (hero, [line, markup]) => {
    hero.insertAdjacentHTML('beforeend', markup);
    const text = hero.querySelector('.hero-text');
    if (text) text.textContent = line;
  },
  [oneLine, drawing] as const,
);
await linkPreview.screenshot(jpeg('public/og.jpg', 27));

const favicon = await readFile(join(root, 'public/favicon.svg'), 'base64');
for (const [name, size] of [
  ['icon-192.png', 192],
  ['apple-touch-icon.png', 180],
] as const) {
  const icon = await browser.newPage({ viewport: { width: size, height: size } });
  // Room around it, because phones cut icons into circles.
  await icon.setContent(
    `<style>body { margin: 0; background: #1a0711 } img { margin: 9%; width: 82% }</style>
    <img src="data:image/svg+xml;base64,${favicon}">`,
  );
  await icon.screenshot({ path: join(root, 'public', name) });
}

for (const colorScheme of ['light', 'dark'] as const) {
  const phone = await open(colorScheme, 390, 844);
  await phone.screenshot(jpeg(`.github/page-${colorScheme}.jpg`, 62));
  if (colorScheme === 'light') continue;
  await phone.route('**/rest/v1/**', (route) => route.fulfill({ status: 201 }));
  for (const [name, text] of Object.entries({ ...sampleSignUp(1), name: 'Ada Lovelace' })) {
    await phone.locator(`form [name=${name}]`).fill(text);
  }
  await phone.locator('form [type=submit]').click();
  await phone.locator('.ticket').waitFor();
  await phone.waitForTimeout(STILL_MS);
  await phone.screenshot(jpeg('.github/page-saved.jpg', 66));
}
await browser.close();
server.close();
