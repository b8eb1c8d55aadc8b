import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const VALUES = Object.fromEntries(
  'DATABASE_URL HOST_TOKEN VITE_SUPABASE_URL VITE_SUPABASE_ANON_KEY VITE_SITE_URL'
    .split(' ')
    .map((name) => [name, 'set']),
);

const PROJECT = { HOST_PROJECT: 'set' };
const ACCOUNT = { HOST_ACCOUNT: 'set' };

/** Runs the step that looks for the settings, as GitHub does. Returns what it prints. */
async function lookForSettings(values: Record<string, string>): Promise<string> {
  const workflow = await readFile('.github/workflows/deploy.yml', 'utf8');
  const script = /id: settings.*?run: \|\n(.*?)\n {6}- /s.exec(workflow)?.[1] ?? 'exit 1';
  const env = { PATH: process.env.PATH, GITHUB_OUTPUT: '/dev/stdout', ...values };
  // Through a pipe, because bash can't open a socket by its name, and Node's output is one.
  const args = ['--norc', '-eo', 'pipefail', '-c', `{\n${script}\n} | cat`];
  return (await promisify(execFile)('bash', args, { env })).stdout;
}

const notSet = (names: string) =>
  `::notice::Nothing is deployed. Not set: ${names}. See docs/deploying.md.\n`;

test.skipIf(process.platform === 'win32').each<[Record<string, string>, string]>([
  [{ HOSTING: 'vercel', ...PROJECT, ...ACCOUNT }, notSet(Object.keys(VALUES).join(' '))],
  [{ ...VALUES, ...PROJECT, ...ACCOUNT }, notSet('HOSTING')],
  [{ ...VALUES, HOSTING: 'netlify', ...ACCOUNT }, notSet('HOST_PROJECT')],
  [{ ...VALUES, HOSTING: 'cloudflare', ...PROJECT }, notSet('HOST_ACCOUNT')],
  [{ ...VALUES, HOSTING: 'vercel', ...PROJECT }, notSet('HOST_ACCOUNT')],
  [{ ...VALUES, HOSTING: 'vercel', ...PROJECT, ...ACCOUNT }, 'ready=true\n'],
])('with the settings %j the deploy workflow prints %s', async (values, printed) => {
  expect(await lookForSettings(values)).toBe(printed);
});
