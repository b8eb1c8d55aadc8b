import { z } from 'zod';
import type { BuildInfo } from '../../vite/build-info.ts';
import {
  check,
  expected,
  type Finding,
  jsonOf,
  type Reply,
  request,
  summaryOf,
} from './request.ts';

/** Columns that visitors must not set; one that this version does not have counts as refused. */
const TEAM_COLUMNS = ['created_at', 'person_key', 'submission_key', 'preferred'];
const NO_ROW = 'waitlist?name=is.null&name=not.is.null';
const PUSH =
  'Apply the migrations: `npx supabase@3 link`, then `npx supabase@3 db push --remote`. If it lists nothing, compare the table with supabase/migrations.';

type ApiReply = Reply & { code: string; message: string };
type Check = [
  what: string,
  attempts: Array<Promise<ApiReply>>,
  isRight: typeof isRefused,
  todo: string,
];

const apiError = z.object({ code: z.string(), message: z.string() });
const listing = z.object({ paths: z.record(z.string(), z.unknown()) });

/**
 * Checks what the publishable key allows. No attempt stores, changes or deletes a row:
 *
 * - Changes and deletions have a filter that no row meets. Without one Supabase refuses them anyway.
 * - An insert has the row that the page writes and, last, one without any value, for which the
 *   database refuses both. If it does not, PostgREST rolls both back: one object is expected
 *   (`PGRST116`). Refused inserts use up a few ids, and count against your address's limit.
 */
export async function* checkDatabase(build: BuildInfo): AsyncGenerator<Finding> {
  const { VITE_SUPABASE_URL: project, VITE_SUPABASE_ANON_KEY: key, row } = build;
  const variables = 'Build with VITE_SUPABASE_URL and VITE_SUPABASE_ANON_KEY.';
  if (!project || !key) {
    yield check(false, 'database', 'the page is built for the embedded backend', variables);
    return;
  }
  const api = async (path: string, init?: RequestInit): Promise<ApiReply> => {
    const reply = await request(new URL(path, new URL('/rest/v1/', project)), {
      ...init,
      headers: { apikey: key, 'Content-Type': 'application/json', ...init?.headers },
    });
    return { ...reply, code: '', message: '', ...apiError.safeParse(jsonOf(reply)).data };
  };
  const blank = (object: object) =>
    Object.fromEntries(Object.keys(object).map((name) => [name, null]));
  const insert = (first: object, prefer = 'return=minimal') =>
    api('waitlist', {
      method: 'POST',
      headers: { Prefer: prefer, Accept: 'application/vnd.pgrst.object+json' },
      body: JSON.stringify([first, blank(first)]),
    });

  const hello = await api('waitlist?select=name&limit=1');
  const isThere = hello.code === '42501' || (hello.status === 200 && Array.isArray(jsonOf(hello)));
  const awake = 'Check address and key, and that the project is not paused (dashboard).';
  const todo = hello.code === 'PGRST205' ? PUSH : awake;
  yield check(isThere, 'database', `${project}: ${errorOf(hello)}`, todo);
  if (!isThere) return;

  const signUps = await Promise.all([insert(row), insert(blank(row))]);
  const limited = signUps.find(({ status }) => status === 429);
  // Refused by the table's own checks, the good row only because of the second one.
  const wrong = signUps.find(({ status, code }) => status !== 400 || !/^(22023)?$/.test(code));
  yield limited
    ? expected(false, 'sign-up', errorOf(limited), 'Your address is at its limit: try again later.')
    : check(!wrong, 'sign-up', wrong ? errorOf(wrong) : Object.keys(row).join(', '), PUSH);

  const columns = [...Object.keys(row), ...TEAM_COLUMNS];
  const revoke = 'In the SQL editor: revoke the privilege from anon, as supabase/migrations do.';
  const checks: Check[] = [
    [
      'reading',
      ['id', ...columns].map((name) => api(`waitlist?select=${name}&limit=1`)),
      isRefused,
      revoke,
    ],
    [
      'changing',
      columns.map((name) =>
        api(NO_ROW, { method: 'PATCH', body: JSON.stringify({ [name]: null }) }),
      ),
      isRefused,
      revoke,
    ],
    ['deleting', [api(NO_ROW, { method: 'DELETE' })], isRefused, revoke],
    [
      'other columns',
      TEAM_COLUMNS.map((name) => insert({ ...row, [name]: null })),
      isRefused,
      revoke,
    ],
    [
      'overwriting',
      ['resolution=merge-duplicates', 'return=representation'].map((prefer) => insert(row, prefer)),
      isRefused,
      revoke,
    ],
    [
      'reports',
      [api('people?limit=1')],
      ({ status }) => status === 404,
      'Move the report to the schema reporting, which the API does not expose.',
    ],
    [
      'other schemas',
      ['reporting', 'private'].map((name) =>
        api('waitlist?limit=1', { headers: { 'Accept-Profile': name } }),
      ),
      ({ code }) => code === 'PGRST106',
      'Take it out of the exposed schemas (Project Settings > Data API).',
    ],
    [
      'other tables and functions',
      [api('')],
      (reply) => [401, 403, 404].includes(reply.status) || othersIn(reply)?.length === 0,
      'Move them out of the schema public, or revoke what anon may do with them.',
    ],
  ];
  for (const [what, attempts, isRight, advice] of checks) {
    const open = (await Promise.all(attempts)).find((reply) => !isRight(reply));
    const found =
      open && (othersIn(open)?.join(', ') ?? `${open.url.search} ${errorOf(open)}`.trim());
    yield check(!open, what, found ?? 'refused', advice);
  }
}

/** For want of a privilege, not because of a row; or because there is no such column. */
function isRefused({ code, message }: ApiReply): boolean {
  const isAboutRow = message.includes('row-level security');
  return ['42703', 'PGRST204'].includes(code) || (code === '42501' && !isAboutRow);
}

/** What PostgREST lists for a key besides the waitlist. */
function othersIn(reply: ApiReply): string[] | undefined {
  const { data } = listing.safeParse(jsonOf(reply));
  return data && Object.keys(data.paths).filter((path) => path !== '/' && path !== '/waitlist');
}

function errorOf(reply: ApiReply): string {
  return reply.code ? `${reply.status} ${reply.code} ${reply.message}` : summaryOf(reply);
}
