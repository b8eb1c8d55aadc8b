import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const VALUES = Object.fromEntries(
  'DATABASE_URL HOST_TOKEN VITE_SUPABASE_URL VITE_SUPABASE_ANON_KEY VITE_SITE_URL'
    .split(' ')
    .map((name) => [name, 'set']),
);

/** Runs the step that looks for the settings, as GitHub does. Returns what it prints. */
async function lookForSettings(values: Record<string, string>): Promise<string> {
  const workflow = await readFile('.github/workflows/deploy.yml', 'utf8');
  const script = /id: settings.*?run: \|\n(.*?)\n {6}- /s.exec(workflow)?.[1] ?? 'exit 1';
  const env = { PATH: process.env.PATH, GITHUB_OUTPUT: '/dev/stdout', ...values };
  // Through a pipe, because bash can't open a socket by its name, and Node's output is one.
  const args = ['--norc', '-eo', 'pipefail', '-c', `{\n${script}\n} | cat`];
  return (await promisify(execFile)('bash', args, { env })).stdout;
}

test.skipIf(process.platform === 'win32').each<[Record<string, string>, string]>([
  [{}, `${Object.keys(VALUES).slice(0, 2).join(' ')} HOSTING`],
  [{ ...VALUES, HOSTING: 'netlify', HOST_ACCOUNT: 'set' }, 'HOST_PROJECT'],
  [{ ...VALUES, HOSTING: 'cloudflare', HOST_PROJECT: 'set' }, 'HOST_ACCOUNT'],
  [{ ...VALUES, HOSTING: 'vercel', HOST_PROJECT: 'set' }, 'HOST_ACCOUNT'],
])('with the settings %j the deploy workflow names what is missing', async (values, missing) => {
  const printed = await lookForSettings(values);
  expect(printed).toMatch(new RegExp(`^::notice::Nothing is deployed\\. Not set: ${missing}`));
  expect(printed).not.toContain('ready');
});

test.skipIf(process.platform === 'win32')('with every setting it deploys', async () => {
  const values = { ...VALUES, HOSTING: 'vercel', HOST_PROJECT: 'set', HOST_ACCOUNT: 'set' };
  expect(await lookForSettings(values)).toBe('ready=true\n');
});
