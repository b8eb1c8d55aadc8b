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
import type { BuildInfo } from '../../build/build-info.ts';
import { type Answer, ask, jsonOf, summaryOf } from './ask.ts';
import { bad, check, doubtful, type Finding, good } from './finding.ts';
import { forbids } from './page.ts';

const VISITORS_COLUMNS = ['name', 'phone_number', 'instagram', 'email', 'timestamp'];
const OTHER_COLUMNS = ['created_at', 'person_key', 'submission_key'];

/** The views of the schema `reporting`. */
export const REPORTS = ['people', 'signups_by_day', 'contacts_export'];
const CLOSED_SCHEMAS = ['reporting', 'private'];

const NO_ROW = 'waitlist?name=is.null&name=not.is.null';
const BAD_ROW = { name: null, phone_number: null, instagram: null, email: null, timestamp: null };
const GOOD_ROW = {
  ...BAD_ROW,
  name: 'doctor',
  phone_number: '0',
  timestamp: '2000-01-01T00:00:00Z',
};

const GRANT =
  'grant insert (name, phone_number, instagram, email, "timestamp") on public.waitlist to anon;';
const PUSH =
  'Run `npx supabase@3 link`, then `npx supabase@3 db push --remote` (without --remote it means ' +
  'the local stack) and say yes to what it lists. If it lists nothing, compare the table with ' +
  'supabase/migrations.';

/** An answer of the API, with PostgREST's or Postgres's code if it is an error. */
type Reply = Answer & { code: string; message: string };
type Request = (path: string, init?: RequestInit) => Promise<Reply>;
type Insert = (rows: object[], prefer?: string) => Promise<Reply>;

const errorBody = z.object({ code: z.string(), message: z.string() });

/** What the publishable key opens, and what it does not. */
export async function checkDatabase(page: Answer, build: BuildInfo): Promise<Finding[]> {
  const what = 'answers';
  const { VITE_SUPABASE_URL: project, VITE_SUPABASE_ANON_KEY: key } = build;
  if (!project || !key) {
    const todo = 'Build with VITE_SUPABASE_URL and VITE_SUPABASE_ANON_KEY: `npm run build`.';
    return [bad(what, 'the page is built for the local backend', todo)];
  }
  const api = new URL('/rest/v1/', project);

  const request: Request = async (path, init) => {
    const answer = await ask(new URL(path, api), {
      ...init,
      headers: { apikey: key, 'Content-Type': 'application/json', ...init?.headers },
    });
    return { ...answer, code: '', message: '', ...errorBody.safeParse(jsonOf(answer)).data };
  };
  const insert: Insert = (rows, prefer = 'return=minimal') =>
    request('waitlist', {
      method: 'POST',
      headers: { Prefer: prefer, Accept: 'application/vnd.pgrst.object+json' },
      body: JSON.stringify(rows),
    });

  const hello = await request('waitlist?select=name&limit=1');
  if (hello.code === 'PGRST205') return [bad(what, 'there is no table waitlist', PUSH)];
  const answers = check(
    isRefused(hello) || (hello.status === 200 && Array.isArray(jsonOf(hello))),
    what,
    `${api.origin}: ${said(hello)}`,
    'Are address and key right, and is the project awake (dashboard, "Restore project")?',
  );
  const problem = forbids(page, api, what) ?? answers;
  if (problem.mark === '✗') return [problem];

  const refused = (
    what: string,
    names: readonly string[],
    attempt: (name: string) => Promise<Reply>,
    cure: string,
  ) => expectAll(what, names, attempt, isRefused, `In the SQL editor: ${cure}`);

  return [
    answers,
    ...(await Promise.all([
      checkSignUp(insert),
      refused(
        'shows nothing',
        ['id', ...VISITORS_COLUMNS, ...OTHER_COLUMNS],
        (column) => request(`waitlist?select=${column}&limit=1`),
        'revoke select on public.waitlist from anon;',
      ),
      refused(
        'changes nothing',
        [...VISITORS_COLUMNS, ...OTHER_COLUMNS],
        (column) => request(NO_ROW, { method: 'PATCH', body: JSON.stringify({ [column]: null }) }),
        'revoke update on public.waitlist from anon;',
      ),
      refused(
        'deletes nothing',
        ['any row'],
        () => request(NO_ROW, { method: 'DELETE' }),
        'revoke delete on public.waitlist from anon;',
      ),
      refused(
        'takes no other column',
        OTHER_COLUMNS,
        (column) => insert([GOOD_ROW, BAD_ROW].map((row) => ({ ...row, [column]: null }))),
        `revoke insert on public.waitlist from anon; ${GRANT}`,
      ),
      refused(
        'an insert overwrites and returns nothing',
        ['resolution=merge-duplicates', 'return=representation'],
        (prefer) => insert([GOOD_ROW, BAD_ROW], prefer),
        'revoke select, update on public.waitlist from anon;',
      ),
      expectAll(
        'no report in public',
        REPORTS,
        (report) => request(`${report}?limit=1`),
        ({ status }) => status === 404,
        'Move it to the schema reporting, which the API does not expose.',
      ),
      expectAll(
        'no other schema is exposed',
        CLOSED_SCHEMAS,
        (schema) => request('waitlist?limit=1', { headers: { 'Accept-Profile': schema } }),
        ({ code }) => code === 'PGRST106',
        'Take it out of the exposed schemas (Project Settings > Data API).',
      ),
      checkListing(request),
    ])),
  ];
}

/** Whether a good row comes through alone, and the database checks what it stores. */
async function checkSignUp(insert: Insert): Promise<Finding> {
  const what = 'takes a good row, refuses a bad one';
  const [good, bad] = await Promise.all([insert([GOOD_ROW, BAD_ROW]), insert([BAD_ROW, BAD_ROW])]);
  if (good.status === 429) {
    return doubtful(what, said(good), 'Your address has reached the limit: try again later.');
  }
  // Stopped by our checks, the good one only at the second row.
  const isStopped = ({ status, code }: Reply) => status === 400 && /^(22023)?$/.test(code);
  const wrong = [good, bad].find((reply) => !isStopped(reply)) ?? good;
  return check(isStopped(wrong), what, said(wrong), cureOf(wrong));
}

/** What to do when a sign-up did not end where it should. */
function cureOf({ status, code, message }: Reply): string {
  if (isAboutRow(message)) return `The insert policy or a trigger is missing. ${PUSH}`;
  if (code === '42501') return `Visitors cannot sign up. In the SQL editor: ${GRANT}`;
  if (status === 201) return `A row without a name was stored: delete it. ${PUSH}`;
  return `Nothing was stored, but the database does not check what it stores. ${PUSH}`;
}

const listing = z.object({ paths: z.record(z.string(), z.unknown()).default({}) });

/** PostgREST's description of everything that a key reaches. */
async function checkListing(request: Request): Promise<Finding> {
  const what = 'offers no other table or function';
  const reply = await request('');
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

/** That every one of these requests is answered so. */
async function expectAll(
  what: string,
  names: readonly string[],
  request: (name: string) => Promise<Reply>,
  isRight: (reply: Reply) => boolean,
  todo: string,
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
