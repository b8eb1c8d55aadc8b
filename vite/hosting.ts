import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { HeaderRule } from './security-headers.ts';
import { PROXY_PATH } from './settings.ts';

type Hosting = {
  dist: string;
  rules: HeaderRule[];
  /** PostHog's address, when the page reaches it through its own origin. */
  upstream: string | undefined;
};

/**
 * Says the same things to every host in its own words: headers, the analytics proxy, and a 404
 * status for unknown paths (which Netlify and Cloudflare Pages take from `404.html` by themselves).
 */
export async function writeHosting({ dist, rules, upstream }: Hosting): Promise<void> {
  const target = upstream && new URL('/', upstream).href;
  await writeFile(join(dist, '_headers'), headersFile(rules));
  if (target && process.env.CF_PAGES) await writeCloudflareProxy(dist, target);
  else if (target) await writeFile(join(dist, '_redirects'), netlifyProxy(target));
  if (process.env.VERCEL) await writeVercelOutput(dist, rules, target);
}

/** Read by Netlify, Cloudflare Pages and the preview server. */
function headersFile(rules: HeaderRule[]): string {
  return rules
    .map(({ path, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
      return `${[path, ...lines].join('\n')}\n`;
    })
    .join('\n');
}

function netlifyProxy(target: string): string {
  return `${PROXY_PATH}/* ${target}:splat 200!\n`;
}

/** Cloudflare Pages proxies to other origins by a worker only; it runs for these paths alone. */
async function writeCloudflareProxy(dist: string, target: string): Promise<void> {
  await writeFile(
    join(dist, '_routes.json'),
    JSON.stringify({ version: 1, include: [`${PROXY_PATH}/*`], exclude: [] }),
  );
  await writeFile(
    join(dist, '_worker.js'),
    `export default {
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    const target = new URL('.' + pathname.slice(${PROXY_PATH.length}) + search, '${target}');
    const headers = new Headers(request.headers);
    headers.delete('cookie');
    return fetch(new Request(target, { method: request.method, headers, body: request.body }));
  },
};
`,
  );
}

/** Vercel's Build Output API, version 3. */
async function writeVercelOutput(
  dist: string,
  rules: HeaderRule[],
  target: string | undefined,
): Promise<void> {
  const output = '.vercel/output';
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  await cp(dist, join(output, 'static'), {
    recursive: true,
    // What other hosts read, and Vercel would publish.
    filter: (file) => !/^_(headers|redirects)$/.test(basename(file)),
  });
  await writeFile(
    join(output, 'config.json'),
    JSON.stringify({
      version: 3,
      routes: [
        ...rules.map(({ path, headers }) => ({
          src: path.endsWith('*') ? `${path.slice(0, -1)}.*` : path,
          headers,
          continue: true,
        })),
        ...(target ? [{ src: `${PROXY_PATH}/(.*)`, dest: `${target}$1` }] : []),
        { handle: 'filesystem' },
        { src: '/.*', dest: '/404.html', status: 404 },
      ],
    }),
  );
}
