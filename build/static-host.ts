import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { PROXY_PATH } from './settings.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * Answers as Netlify and Cloudflare Pages would: the files of `dist`, the headers of its
 * `_headers`, and `404.html` with status 404 for every other path.
 */
export function staticHost(dist: string): Handler {
  const rules = parseHeaders(readFileSync(join(dist, '_headers'), 'utf8'));
  const notFound = readFileSync(join(dist, '404.html'));
  const files = sirv(dist, { etag: true, dotfiles: false, brotli: true });

  return (request, response, next) => {
    const pathname = decodePath(request.url ?? '/');
    if (pathname?.startsWith(`${PROXY_PATH}/`) && next) return next();
    for (const { matches, name, value } of rules) {
      if (matches(pathname ?? '/')) response.setHeader(name, value);
    }
    const answerNotFound = () => {
      response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' }).end(notFound);
    };
    // The hosts read these files and do not serve them.
    if (pathname === undefined || /^\/_(headers|redirects)$/.test(pathname)) answerNotFound();
    else files(request, response, answerNotFound);
  };
}

/** The path as the file system will read it; `undefined` for one that makes no sense. */
function decodePath(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://host').pathname);
  } catch {
    return undefined;
  }
}

type Rule = { matches: (path: string) => boolean; name: string; value: string };

function parseHeaders(text: string): Rule[] {
  let path = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('/')) path = line.trim();
    const [, name, value] = /^\s+([\w-]+): (.*)$/.exec(line) ?? [];
    if (!name || !value) return [];
    const prefix = path.endsWith('*') ? path.slice(0, -1) : undefined;
    const exact = path;
    return [
      {
        matches: (requested: string) =>
          prefix === undefined ? requested === exact : requested.startsWith(prefix),
        name,
        value,
      },
    ];
  });
}
