/**
 * What a visitor could do with the publishable key, tried without writing anything.
 *
 * - Reads ask for one row of one column.
 * - Changes and deletions have a filter that no row meets (null and not null). Without a
 *   filter Supabase refuses both from anyone.
 * - Every insert brings a good row and, last, one without name, phone number and time. The
 *   database's answer tells how far the good row came; the bad one makes the statement fail, and
 *   with it the good row. Should nothing in the database refuse even that, PostgREST takes both
 *   back, because one object is asked for and two came (`PGRST116`).
 */
import { z } from 'zod';
import type { BuildInfo } from '../../vite/build-info.ts';
import { type Answer, ask, jsonOf, summaryOf } from './ask.ts';
import { bad, check, doubtful, type Finding, good } from './finding.ts';

const GOOD_ROW = {
  name: 'doctor',
  phone_number: '0',
  instagram: null,
  email: null,
  timestamp: '2000-01-01T00:00:00Z',
};
const VISITORS_COLUMNS = Object.keys(GOOD_ROW);
const OTHER_COLUMNS = ['created_at', 'person_key', 'submission_key'];
const BAD_ROW = Object.fromEntries(VISITORS_COLUMNS.map((column) => [column, null]));
const NO_ROW = 'waitlist?name=is.null&name=not.is.null';

/** The views of the schema `reporting`. */
export const REPORTS = ['people', 'signups_by_day'];
const CLOSED_SCHEMAS = ['reporting', 'private'];

const IN_EDITOR = 'In the SQL editor:';
const GRANT = `grant insert (${VISITORS_COLUMNS.join(', ')}) on public.waitlist to anon;`;
const PUSH =
  'Run `npx supabase@3 link`, then `npx supabase@3 db push --remote` (without --remote it means ' +
  'the local stack) and say yes to what it lists. If it lists nothing, compare the table with ' +
  'supabase/migrations.';

/** An answer of the API, with PostgREST's or Postgres's code if it is an error. */
type Reply = Answer & { code: string; message: string };
type Api = (path: string, init?: RequestInit) => Promise<Reply>;

const errorBody = z.object({ code: z.string(), message: z.string() });

/** What the publishable key opens, and what it does not. */
export async function checkDatabase(build: BuildInfo): Promise<Finding[]> {
  const what = 'answers';
  const { VITE_SUPABASE_URL: project, VITE_SUPABASE_ANON_KEY: key } = build;
  if (!project || !key) {
    const todo = 'Build with VITE_SUPABASE_URL and VITE_SUPABASE_ANON_KEY: `npm run build`.';
    return [bad(what, 'the page is built for the local backend', todo)];
  }
  const api: Api = async (path, init) => {
    const answer = await ask(new URL(path, new URL('/rest/v1/', project)), {
      ...init,
      headers: { apikey: key, 'Content-Type': 'application/json', ...init?.headers },
    });
    return { ...answer, code: '', message: '', ...errorBody.safeParse(jsonOf(answer)).data };
  };

  const hello = await api('waitlist?select=name&limit=1');
  if (hello.code === 'PGRST205') return [bad(what, 'there is no table waitlist', PUSH)];
  const answers = check(
    isRefused(hello) || (hello.status === 200 && Array.isArray(jsonOf(hello))),
    what,
    `${project}: ${said(hello)}`,
    'Are address and key right, and is the project awake (dashboard, "Restore project")?',
  );
  if (answers.mark === '✗') return [answers];

  return Promise.all([
    answers,
    checkSignUp(api),
    expectAll(
      'shows nothing',
      ['id', ...VISITORS_COLUMNS, ...OTHER_COLUMNS],
      (column) => api(`waitlist?select=${column}&limit=1`),
      `${IN_EDITOR} revoke select on public.waitlist from anon;`,
    ),
    expectAll(
      'changes nothing',
      [...VISITORS_COLUMNS, ...OTHER_COLUMNS],
      (column) => api(NO_ROW, { method: 'PATCH', body: JSON.stringify({ [column]: null }) }),
      `${IN_EDITOR} revoke update on public.waitlist from anon;`,
    ),
    expectAll(
      'deletes nothing',
      ['any row'],
      () => api(NO_ROW, { method: 'DELETE' }),
      `${IN_EDITOR} revoke delete on public.waitlist from anon;`,
    ),
    expectAll(
      'takes no other column',
      OTHER_COLUMNS,
      (column) => insert(api, { ...GOOD_ROW, [column]: null }, { ...BAD_ROW, [column]: null }),
      `${IN_EDITOR} revoke insert on public.waitlist from anon; ${GRANT}`,
    ),
    expectAll(
      'an insert overwrites and returns nothing',
      ['resolution=merge-duplicates', 'return=representation'],
      (prefer) => insert(api, GOOD_ROW, BAD_ROW, prefer),
      `${IN_EDITOR} revoke select, update on public.waitlist from anon;`,
    ),
    expectAll(
      'no report in public',
      REPORTS,
      (report) => api(`${report}?limit=1`),
      'Move it to the schema reporting, which the API does not expose.',
      ({ status }) => status === 404,
    ),
    expectAll(
      'no other schema is exposed',
      CLOSED_SCHEMAS,
      (schema) => api('waitlist?limit=1', { headers: { 'Accept-Profile': schema } }),
      'Take it out of the exposed schemas (Project Settings > Data API).',
      ({ code }) => code === 'PGRST106',
    ),
    checkListing(api),
  ]);
}

function insert(api: Api, row: object, last: object, prefer = 'return=minimal'): Promise<Reply> {
  return api('waitlist', {
    method: 'POST',
    headers: { Prefer: prefer, Accept: 'application/vnd.pgrst.object+json' },
    body: JSON.stringify([row, last]),
  });
}

/** Whether a good row comes through alone, and the database checks what it stores. */
async function checkSignUp(api: Api): Promise<Finding> {
  const what = 'takes a good row, refuses a bad one';
  const replies = await Promise.all([GOOD_ROW, BAD_ROW].map((row) => insert(api, row, BAD_ROW)));
  const limited = replies.find(({ status }) => status === 429);
  if (limited) {
    return doubtful(what, said(limited), 'Your address has reached the limit: try again later.');
  }
  // Stopped by our checks, the good one only at the second row.
  const wrong = replies.find(({ status, code }) => status !== 400 || !/^(22023)?$/.test(code));
  return wrong ? bad(what, said(wrong), cureOf(wrong)) : good(what, replies.map(said).join(', '));
}

/** What to do when a sign-up did not end where it should. */
function cureOf({ status, code, message }: Reply): string {
  if (isAboutRow(message)) return `The insert policy or a trigger is missing. ${PUSH}`;
  if (code === '42501') return `Visitors cannot sign up. ${IN_EDITOR} ${GRANT}`;
  if (status === 201) return `A row without a name was stored: delete it. ${PUSH}`;
  return `Nothing was stored, but the database does not check what it stores. ${PUSH}`;
}

const listing = z.object({ paths: z.record(z.string(), z.unknown()).default({}) });

/** PostgREST's description of everything that a key reaches. */
async function checkListing(api: Api): Promise<Finding> {
  const what = 'offers no other table or function';
  const reply = await api('');
  if ([401, 403, 404].includes(reply.status)) return good(what, `closed (${reply.status})`);
  const { data } = listing.safeParse(jsonOf(reply));
  if (reply.status !== 200 || !data) return bad(what, said(reply), 'Try again.');
  const others = Object.keys(data.paths).filter((path) => path !== '/' && path !== '/waitlist');
  return check(
    others.length === 0,
    what,
    others.length === 0 ? 'none is listed' : `also ${others.join(', ')}`,
    'Move them out of the schema public, or revoke what anon may do with them.',
  );
}

/** That every one of these requests is refused, or answered as is right. */
async function expectAll(
  what: string,
  names: readonly string[],
  request: (name: string) => Promise<Reply>,
  todo: string,
  isRight = isRefused,
): Promise<Finding> {
  const replies = await Promise.all(
    names.map(async (name) => ({ name, reply: await request(name) })),
  );
  const wrong = replies.filter(({ reply }) => !isRight(reply));
  return wrong[0]
    ? bad(what, `${wrong.map(({ name }) => name).join(', ')}: ${said(wrong[0].reply)}`, todo)
    : good(what, names.join(', '));
}

/** For want of a privilege, and for nothing that another row or time could change. */
function isRefused({ status, code, message }: Reply): boolean {
  return (status === 401 || status === 403) && code === '42501' && !isAboutRow(message);
}

/** Row security lets the request come further than a missing privilege does. */
function isAboutRow(message: string): boolean {
  return message.includes('row-level security');
}

function said(reply: Reply): string {
  return reply.code ? `${reply.status} ${reply.code} ${reply.message}` : summaryOf(reply);
}
