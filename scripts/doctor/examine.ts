import { buildInfo } from '../../vite/build-info.ts';
import { checkAnalytics } from './analytics.ts';
import { ask, isOk, jsonOf, summaryOf } from './ask.ts';
import { checkDatabase } from './database.ts';
import { bad, check, type Group } from './finding.ts';
import { checkPage } from './page.ts';

/**
 * Examines a deployment from outside, with what a visitor has; writes nothing.
 *
 * @param address the page's public address
 * @throws when nothing answers there
 */
export async function* examine(address: URL): AsyncGenerator<Group> {
  const page = await ask(address);
  if (page.status === 0) throw new Error(`${address.href} cannot be reached: ${page.text}`);
  const answers = check(
    isOk(page, /^text\/html/),
    `answers over ${page.url.protocol.slice(0, -1)}`,
    summaryOf(page),
    'Deploy dist/ so that this address serves its index.html.',
  );
  yield { title: 'Address', findings: [answers] };
  if (answers.mark === '✗') return;

  const info = await ask(new URL('/build.json', page.url));
  const { data: build } = buildInfo.safeParse(jsonOf(info));
  if (!build) {
    const todo = 'Deploy all of dist/: without this file nobody can tell what was built.';
    yield { title: 'Build', findings: [bad('build.json', summaryOf(info), todo)] };
    return;
  }
  yield { title: 'Page', findings: await checkPage(page.url, build) };
  yield { title: 'Database', findings: await checkDatabase(build) };
  yield { title: 'Analytics', findings: [await checkAnalytics(page.url, build)] };
}
