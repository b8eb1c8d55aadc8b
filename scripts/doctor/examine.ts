import { JSDOM } from 'jsdom';
import { buildInfo } from '../../build/build-info.ts';
import { checkAnalytics } from './analytics.ts';
import { ask, jsonOf, summaryOf } from './ask.ts';
import { checkDatabase } from './database.ts';
import { bad, type Group } from './finding.ts';
import { checkAnswer, checkForm, checkHeaders, checkNotFound } from './page.ts';
import { checkScripts } from './scripts.ts';
import { checkSharing } from './sharing.ts';

/**
 * Examines a deployment from outside, with what a visitor has; writes nothing.
 *
 * @param address the page's public address
 * @throws when nothing answers there
 */
export async function* examine(address: URL): AsyncGenerator<Group> {
  const page = await ask(address);
  if (page.status === 0) throw new Error(`${address.href} cannot be reached: ${page.text}`);
  const answers = checkAnswer(page);
  if (answers.mark === '✗') {
    yield { title: 'Page', findings: [answers] };
    return;
  }

  const { document } = new JSDOM(page.text, { url: page.url.href }).window;
  yield {
    title: 'Page',
    findings: [answers, checkForm(document), await checkNotFound(page.url)],
  };
  yield { title: 'Headers', findings: checkHeaders(page) };
  yield { title: 'Sharing', findings: await checkSharing(page.url, document) };

  const answer = await ask(new URL('/build.json', page.url));
  const { data: build } = buildInfo.safeParse(jsonOf(answer));
  if (!build) {
    const todo = 'Deploy all of dist/: without this file nobody can tell what the page calls.';
    yield { title: 'Build', findings: [bad('build.json', summaryOf(answer), todo)] };
    return;
  }
  yield { title: 'Scripts', findings: await checkScripts(page, build.scripts) };
  yield { title: 'Database', findings: await checkDatabase(page, build) };
  yield { title: 'Analytics', findings: [await checkAnalytics(page, build)] };
}
