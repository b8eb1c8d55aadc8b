import { z } from 'zod';
import { type BuildInfo, buildInfo } from '../../vite/build-info.ts';
import { checkDatabase } from './database.ts';
import { checkPage } from './page.ts';
import { check, expected, type Finding, jsonOf, request, summaryOf } from './request.ts';

/** Checks a deployment from outside; the page's own `build.json` has what it must be like. */
export async function* examine(address: URL): AsyncGenerator<Finding> {
  const page = await request(address);
  const root = 'Serve dist/ at the root of a domain: below a path its files are not found.';
  yield check(page.url.pathname === '/', 'address', page.url.href, root);
  const isHtml = page.headers.get('content-type')?.startsWith('text/html');
  const served = 'Deploy dist/ so that this address serves its index.html.';
  yield check(page.status === 200 && isHtml === true, 'page', summaryOf(page), served);
  if (page.status !== 200 || page.url.pathname !== '/') return;

  const info = await request(new URL('/build.json', page.url));
  const { data: build } = buildInfo.safeParse(jsonOf(info));
  const whole = 'Deploy all of dist/, built from this version of the repository.';
  yield check(build !== undefined, 'build.json', summaryOf(info), whole);
  if (!build) return;
  yield* checkPage(page.url, build);
  yield* checkDatabase(build);
  yield* checkAnalytics(page.url, build);
}

/** PostHog's remote configuration, fetched before the first event, and an event, which is a POST. */
async function* checkAnalytics(page: URL, build: BuildInfo): AsyncGenerator<Finding> {
  const { VITE_POSTHOG_HOST: host, VITE_POSTHOG_KEY: key } = build;
  const keys = 'Build with VITE_POSTHOG_KEY and VITE_POSTHOG_HOST, or there are no events.';
  yield expected(Boolean(key), 'analytics', key ? `${host}` : 'the page has none', keys);
  if (!host || !key) return;

  const todo = host.startsWith('/')
    ? `The page is built for ${build.HOSTING ?? 'Netlify or your own server'}. On another host build with HOSTING (.env.example); on your own include what the build writes to dist-hosts/.`
    : 'Check VITE_POSTHOG_KEY and the region in VITE_POSTHOG_HOST.';
  const config = await request(new URL(`${host}/array/${key}/config`, page));
  const isConfig = z.record(z.string(), z.unknown()).safeParse(jsonOf(config)).success;
  yield check(
    config.status === 200 && isConfig,
    'analytics configuration',
    summaryOf(config),
    todo,
  );

  // PostHog refuses an event without content; a host without the proxy refuses the method or path.
  const event = await request(new URL(`${host}/e/`, page), { method: 'POST', body: '{}' });
  const isPostHog = [200, 400, 401].includes(event.status);
  yield check(isPostHog, 'analytics events', summaryOf(event), todo);
}
