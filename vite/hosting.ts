import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildInfo } from './build-info.ts';
import { PROXY_PATH, type Settings } from './settings.ts';

/** What each host's files contain: headers by path, pages, and the proxy's target. */
type Site = {
  common: [name: string, value: string][];
  rules: { path: string; file: string; headers: [name: string, value: string][] }[];
  /** The pages' paths and files. */
  pages: { path: string; file: string }[];
  upstream: URL | undefined;
};

/**
 * Writes the same headers, analytics proxy and clean addresses for each host in its own format:
 * into `dist` what Netlify and Cloudflare read there, into `.vercel/output` what Vercel reads, and
 * into a folder beside `dist`, which is not served, what nginx and Caddy include.
 */
export async function writeHosting(
  dist: string,
  build: Pick<BuildInfo, 'headers' | 'files'>,
  { HOSTING, POSTHOG_UPSTREAM }: Settings,
): Promise<void> {
  const files = Object.entries(build.files).map(([path, { file, headers }]) => {
    return { path, file, headers: Object.entries(headers) };
  });
  const site: Site = {
    common: Object.entries(build.headers),
    rules: files.filter(({ headers }) => headers.length > 0),
    pages: files.filter(({ path, file }) => path !== `/${file}`),
    upstream: POSTHOG_UPSTREAM ? new URL(POSTHOG_UPSTREAM) : undefined,
  };
  if (HOSTING === 'cloudflare' && site.rules.length >= 100) {
    throw new Error(`Cloudflare reads 100 header rules, and dist needs ${site.rules.length + 1}.`);
  }
  const beside = `${dist}-hosts`;
  await mkdir(beside, { recursive: true });
  await writeFile(join(beside, 'nginx.conf'), nginx(site));
  await writeFile(join(beside, 'Caddyfile'), caddy(site));
  // First, because Vercel would serve what other hosts read.
  if (HOSTING === 'vercel') await writeVercelOutput(dist, site);

  const write = (file: string, content: string) => writeFile(join(dist, file), content);
  await write('_headers', headersFile(site));
  if (HOSTING === 'cloudflare') {
    await write('_worker.js', worker(site));
    // Pages runs the worker for these paths only, and Workers' assets leave these files out.
    await write('_routes.json', `{"version":1,"include":["${PROXY_PATH}/*"],"exclude":[]}`);
    await write('.assetsignore', '_worker.js\n_routes.json\n');
  } else if (site.upstream) {
    await write('_redirects', `${PROXY_PATH}/* ${site.upstream.href}:splat 200!\n`);
  }
}

/** Read by Netlify and Cloudflare. */
function headersFile({ common, rules }: Site): string {
  return [{ path: '/*', headers: common }, ...rules]
    .map(({ path, headers }) => path + headers.map((pair) => `\n  ${pair.join(': ')}`).join(''))
    .join('\n\n');
}

/** Cloudflare proxies to other origins by a worker only. */
function worker({ upstream }: Site): string {
  const proxy = `
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('${PROXY_PATH}/')) {
      const target = new URL('.' + pathname.slice(${PROXY_PATH.length}) + search, '${upstream?.href}');
      const headers = new Headers(request.headers);
      headers.delete('cookie');
      return fetch(new Request(target, { method: request.method, headers, body: request.body }));
    }`;
  return `export default {
  fetch(request, env) {${upstream ? proxy : ''}
    return env.ASSETS.fetch(request);
  },
};
`;
}

/** Vercel's Build Output API, version 3. */
async function writeVercelOutput(dist: string, { common, rules, pages, upstream }: Site) {
  const exact = (path: string) => `^${path.replaceAll('.', '\\.')}$`;
  const routes = [
    { src: '^/.*$', headers: Object.fromEntries(common), continue: true },
    ...rules.map(({ path, headers }) => {
      return { src: exact(path), headers: Object.fromEntries(headers), continue: true };
    }),
    ...(upstream ? [{ src: `^${PROXY_PATH}/(.*)$`, dest: `${upstream.href}$1` }] : []),
    ...pages.map(({ path, file }) => ({ src: exact(path), dest: `/${file}` })),
    { handle: 'filesystem' },
    { src: '^/.*$', dest: '/404.html', status: 404 },
  ];
  await rm('.vercel/output', { recursive: true, force: true });
  await cp(dist, '.vercel/output/static', { recursive: true });
  await writeFile('.vercel/output/config.json', JSON.stringify({ version: 3, routes }));
}

/** For the `include` of a server block that has `listen`, `server_name`, TLS and `root`. */
function nginx({ common, rules, upstream }: Site): string {
  // A location with headers of its own inherits none.
  const location = (match: string, line: string, headers: Site['common'] = []) => {
    const added = [...common, ...headers].map(
      ([name, value]) => `\n  add_header ${name} "${value}" always;`,
    );
    return `location ${match} {\n  ${line};${added.join('')}\n}\n`;
  };
  const proxy = `location ${PROXY_PATH}/ {
  proxy_pass ${upstream?.href};
  proxy_set_header Host ${upstream?.host};
  proxy_set_header Cookie "";
  proxy_ssl_server_name on;
}
`;
  return [
    'error_page 404 /404.html;\ngzip on;\n',
    'gzip_types text/css text/javascript application/javascript image/svg+xml;\n',
    location('/', 'try_files $uri =404'),
    location('= /404.html', 'internal'),
    location('= /manifest.webmanifest', 'default_type application/manifest+json'),
    ...rules.map(({ path, file, headers }) =>
      location(`= ${path}`, `try_files /${file} =404`, headers),
    ),
    upstream ? proxy : '',
  ].join('');
}

/** For the `import` of a site block that has `root`. */
function caddy({ common, rules, pages, upstream }: Site): string {
  const header = (path: string, headers: Site['common']) => {
    const lines = headers.map(([name, value]) => `  ${name} "${value}"\n`);
    return `header ${path}{\n${lines.join('')}}\n`;
  };
  const proxy = `handle_path ${PROXY_PATH}/* {
  reverse_proxy ${upstream?.origin} {
    header_up Host ${upstream?.host}
    header_up -Cookie
  }
}
`;
  return [
    'encode zstd gzip\n',
    header('', common),
    ...rules.map(({ path, headers }) => header(`${path} `, headers)),
    'header /manifest.webmanifest Content-Type application/manifest+json\n',
    upstream ? proxy : '',
    'handle {\n',
    ...pages.map(({ path, file }) => `  rewrite ${path} /${file}\n`),
    '  file_server\n}\nhandle_errors {\n  rewrite * /404.html\n  file_server\n}\n',
  ].join('');
}
