import { checkAnalytics } from './analytics.ts';
import { ask } from './ask.ts';
import { checkDatabase } from './database.ts';
import type { Finding, Group } from './finding.ts';
import { checkObservatory } from './observatory.ts';
import { checkAnswer, checkForm, checkHeaders, checkNotFound } from './page.ts';
import { checkScripts, findServices, readScripts } from './scripts.ts';
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

  const scripts = await readScripts(page);
  const { api, analytics } = findServices(page.url, scripts);
  const checks: Array<[title: string, findings: Promise<Finding[]> | Finding[]]> = [
    ['Page', Promise.all([answers, checkForm(page.text), checkNotFound(page.url)])],
    ['Headers', [...checkHeaders(page, scripts), checkObservatory(page)]],
    ['Sharing', checkSharing(page)],
    ['Scripts', checkScripts(page, scripts)],
    ['Database', checkDatabase(page, api)],
    ['Analytics', checkAnalytics(page, analytics)],
  ];
  for (const [title, findings] of checks) yield { title, findings: await findings };
}
