import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Prerendered } from './prerender.ts';
import { type HeaderRule, headersFor } from './security-headers.ts';
import { PROXY_PATH, proxyTarget, type Settings } from './settings.ts';

/** A site to be hosted; `target` is where `PROXY_PATH` leads, if anywhere. */
type Site = { pages: readonly Page[]; rules: readonly HeaderRule[]; target: URL | undefined };

/** Cloudflare reads no more rules than these. */
const MOST_RULES = 100;

/**
 * Writes the same headers, analytics proxy and clean addresses for each host in its own format:
 * into `dist` what Netlify and Cloudflare read there, into `.vercel/output` what Vercel reads, and
 * into a folder beside `dist`, which is not served, what nginx and Caddy include.
 */
export async function writeHosting(
  { dist, pages }: Pick<Prerendered, 'dist' | 'pages'>,
  rules: readonly HeaderRule[],
  settings: Settings,
): Promise<void> {
  const host = settings.HOSTING;
  const target = proxyTarget(settings);
  const site = { pages, rules, target };
  const write = (file: string, content: string | object) =>
    writeFile(join(dist, file), typeof content === 'string' ? content : JSON.stringify(content));

  await write('_headers', headersFile(rules));
  if (host === 'cloudflare') {
    await write('_worker.js', worker(target));
    // Pages runs the worker for these paths only, and Workers' assets leave these files out.
    await write('_routes.json', { version: 1, include: [`${PROXY_PATH}/*`], exclude: [] });
    await write('.assetsignore', '_worker.js\n_routes.json\n');
  } else if (target) {
    await write('_redirects', `${PROXY_PATH}/* ${target.href}:splat 200!\n`);
  }
  if (host === 'vercel') await writeVercelOutput(dist, site);

  const beside = `${dist}-hosts`;
  await mkdir(beside, { recursive: true });
  await writeFile(join(beside, 'nginx.conf'), nginx(site));
  await writeFile(join(beside, 'Caddyfile'), caddy(site));
}

/** Read by Netlify, Cloudflare and the preview server. */
function headersFile(rules: readonly HeaderRule[]): string {
  if (rules.length > MOST_RULES) {
    throw new Error(`Cloudflare reads ${MOST_RULES} header rules, and dist needs ${rules.length}.`);
  }
  return rules
    .map(({ path, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
      return `${[path, ...lines].join('\n')}\n`;
    })
    .join('\n');
}

/** Cloudflare proxies to other origins by a worker only. */
function worker(target: URL | undefined): string {
  const proxy = `
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('${PROXY_PATH}/')) {
      const target = new URL('.' + pathname.slice(${PROXY_PATH.length}) + search, '${target?.href}');
      const headers = new Headers(request.headers);
      headers.delete('cookie');
      return fetch(new Request(target, { method: request.method, headers, body: request.body }));
    }`;
  return `export default {
  fetch(request, env) {${target ? proxy : ''}
    return env.ASSETS.fetch(request);
  },
};
`;
}

/** Vercel's Build Output API, version 3. */
async function writeVercelOutput(dist: string, { pages, rules, target }: Site): Promise<void> {
  const output = '.vercel/output';
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  await cp(dist, join(output, 'static'), {
    recursive: true,
    // Vercel would serve what other hosts read.
    filter: (file) => !/[\\/]_(headers|redirects)$/.test(file),
  });
  const exact = (path: string) => path.replaceAll('.', '\\.');
  const routes = [
    ...rules.map(({ path, headers }) => ({
      src: path === '/*' ? '/.*' : exact(path),
      headers,
      continue: true,
    })),
    ...(target ? [{ src: `${PROXY_PATH}/(.*)`, dest: `${target.href}$1` }] : []),
    ...pages.map(({ path, file }) => ({ src: exact(path), dest: `/${file}` })),
    { handle: 'filesystem' },
    { src: '/.*', dest: '/404.html', status: 404 },
  ];
  await writeFile(join(output, 'config.json'), JSON.stringify({ version: 3, routes }));
}

/** For the `include` of a server block that has `listen`, `server_name`, TLS and `root`. */
function nginx({ pages, rules, target }: Site): string {
  const location = (match: string, path: string, ...lines: string[]) => {
    const headers = Object.entries(headersFor(path, rules)).map(
      ([name, value]) => `add_header ${name} "${value}" always;`,
    );
    return `location ${match} {\n${[...lines, ...headers].map((line) => `  ${line}\n`).join('')}}\n`;
  };
  const files = rules.slice(1).map(({ path }) => {
    const page = pages.find((page) => page.path === path);
    return location(`= ${path}`, path, `try_files ${page ? `/${page.file}` : path} =404;`);
  });
  return [
    'error_page 404 /404.html;\ngzip on;\ngzip_types text/css text/javascript application/javascript image/svg+xml;\n',
    location('/', '/*', 'try_files $uri =404;'),
    location('= /404.html', '/*', 'internal;'),
    location('= /manifest.webmanifest', '/*', 'default_type application/manifest+json;'),
    ...files,
    target &&
      `location ${PROXY_PATH}/ {
  proxy_pass ${target.href};
  proxy_set_header Host ${target.host};
  proxy_set_header Cookie "";
  proxy_ssl_server_name on;
}\n`,
  ]
    .filter(Boolean)
    .join('');
}

/** For the `import` of a site block that has `root`. */
function caddy({ pages, rules, target }: Site): string {
  const headers = rules.map(({ path, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name} "${value}"\n`);
    return `header ${path === '/*' ? '' : `${path} `}{\n${lines.join('')}}\n`;
  });
  return [
    'encode zstd gzip\n',
    ...headers,
    'header /manifest.webmanifest Content-Type application/manifest+json\n',
    target &&
      `handle_path ${PROXY_PATH}/* {
  reverse_proxy ${target.origin} {
    header_up Host ${target.host}
    header_up -Cookie
  }
}\n`,
    'handle {\n',
    ...pages.map(({ path, file }) => `  rewrite ${path} /${file}\n`),
    '  file_server\n}\nhandle_errors {\n  rewrite * /404.html\n  file_server\n}\n',
  ]
    .filter(Boolean)
    .join('');
}
