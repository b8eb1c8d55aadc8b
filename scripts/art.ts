/**
 * Draws the icons and the link preview from the page's own gel, tokens and font, into `public/`.
 * Run it after the look has changed: `npm run art`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/chromium.ts';
import { type Body, gelShape } from '../src/brand/gel-path.ts';
import { site } from '../src/site.ts';

const root = join(import.meta.dirname, '..');
const publicFolder = join(root, 'public');
const styles = await readFile(join(root, 'src/ui/tokens.css'), 'utf8');
const font = await readFile(join(root, 'src/ui/unbounded.woff2'), 'base64');

const gel = (...bodies: Body[]) => {
  const { outline, lights } = gelShape(bodies);
  return [
    `<path fill="url(#gel)" d="${outline}"/>`,
    ...lights.map(
      ({ depth, opacity, transform }) =>
        `<path fill="url(#depth)" d="${depth}"/><g fill="#fff" fill-opacity=".62" opacity="${opacity}" transform="${transform}"><ellipse cy="-.66" rx=".34" ry=".13"/><circle cx=".5" cy="-.55" r=".07"/></g>`,
    ),
  ].join('');
};

/** The wordmark's two bodies, filling a square of 64 units. */
const mark = gel([23, 34, 19], [46, 27, 14]);

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
const page = await browser.newPage({ colorScheme: 'light' });

async function picture(name: string, width: number, height: number, body: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>
      ${styles}
      @font-face { font-family: Unbounded; src: url(data:font/woff2;base64,${font}); font-weight: 700; }
      body { margin: 0; background: var(--paper); color: var(--ink); font: 700 118px/1.06 Unbounded; }
      div { letter-spacing: -0.045em; }
      svg { display: block; }
    </style>${body}`,
  );
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(publicFolder, name) });
}

/** A gradient's stop in a token's colour, in a notation that every reader of an SVG file understands. */
async function stop(offset: number, token: string, visible = 1): Promise<string> {
  await page.setContent(`<style>${styles}</style><canvas width="1" height="1"></canvas>`);
  const [r = 0, g = 0, b = 0, a = 0] = await page.evaluate((name) => {
    const canvas = document.querySelector('canvas')?.getContext('2d');
    if (!canvas) throw new Error('no canvas');
    canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data);
  }, token);
  const hex = [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('');
  const opacity = Number(((a / 255) * visible).toFixed(2));
  return `<stop offset="${offset}" stop-color="#${hex}" stop-opacity="${opacity}"/>`;
}

// As the page's own in `GelFills`.
const fills = [
  '<defs><linearGradient id="gel" x2="1" y2=".25">',
  await stop(0, '--berry'),
  await stop(1, '--mango'),
  '</linearGradient><radialGradient id="depth" cx=".47" cy=".42" r=".64" fx=".4" fy=".3">',
  await stop(0, '--gel-light'),
  await stop(0.5, '--gel-light', 0),
  await stop(0.56, '--gel-dusk', 0),
  await stop(0.86, '--gel-dusk'),
  await stop(1, '--gel-rim'),
  '</radialGradient></defs>',
].join('');

await writeFile(
  join(publicFolder, 'favicon.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>${site.name}</title>${fills}${mark}</svg>\n`,
);

const icon = (size: number) =>
  `<svg width="${size}" height="${size}" viewBox="-12 -12 88 88">${fills}${mark}</svg>`;
await picture('icon-192.png', 192, 192, icon(192));
await picture('icon-512.png', 512, 512, icon(512));
await picture('apple-touch-icon.png', 180, 180, icon(180));

const word = (text: string, a: Body, b: Body) =>
  `<div style="display:flex;align-items:center;gap:24px">${text}<svg height="96" viewBox="0 0 106 60" style="overflow:visible">${gel(a, b)}</svg></div>`;
await picture(
  'og.png',
  1200,
  630,
  `<svg style="position:absolute;right:-130px;bottom:-190px" width="620" viewBox="0 0 300 240">${fills}${gel([92, 148, 74], [214, 92, 62])}</svg>
   <div style="position:absolute;left:80px;top:64px;display:flex;align-items:center;gap:14px;font-size:44px"><svg height="64" viewBox="0 10 64 46">${mark}</svg>${site.name}</div>
   <div style="position:absolute;left:76px;top:188px">
     ${word('meet.', [18, 30, 17], [76, 30, 17])}${word('connect.', [22, 30, 21], [69, 30, 21])}${word('gel.', [28, 30, 26], [37, 30, 26])}
   </div>`,
);

await browser.close();
console.log('Icons and link preview are drawn in public/.');
