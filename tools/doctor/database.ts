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
import { type Answer, ask, jsonOf, summaryOf } from './ask.ts';
import { bad, check, doubtful, type Finding, good } from './finding.ts';
import { mayCall } from './page.ts';
import type { Api } from './scripts.ts';

const VISITORS_COLUMNS = ['name', 'phone_number', 'instagram', 'email', 'timestamp'];
const OTHER_COLUMNS = ['created_at', 'person_key', 'submission_key'];
const ALL_COLUMNS = ['id', ...VISITORS_COLUMNS, ...OTHER_COLUMNS];

/** The views of the schema `reporting`. */
export const REPORTS = ['people', 'signups_by_day', 'contacts_export'];
const CLOSED_SCHEMAS = ['reporting', 'private'];

const NO_ROW = 'name=is.null&name=not.is.null';
const GOOD_ROW = {
  name: 'doctor',
  phone_number: '0',
  instagram: null,
  email: null,
  timestamp: '2000-01-01T00:00:00Z',
};
const BAD_ROW = {
  name: null,
  phone_number: null,
  instagram: null,
  email: null,
  timestamp: null,
};
/** More than the database takes in one request. */
const TOO_MANY = 101;

const COLUMNS_IN_SQL = 'name, phone_number, instagram, email, "timestamp"';
const PUSH =
  'Run npx supabase db push; if it has nothing to apply, compare the table with supabase/migrations.';

/** An answer of the API, with PostgREST's or Postgres's code if it is an error. */
type Reply = Answer & { code: string; message: string };
type Ask = (path: string, init?: RequestInit) => Promise<Reply>;

const someRows = z.array(z.unknown()).nonempty();
const errorBody = z.object({ code: z.string(), message: z.string() });

/** What the publishable key opens, and what it does not. */
export async function checkDatabase(page: Answer, api: Api): Promise<Finding[]> {
  const request = requester(api);
  const hello = await request('waitlist?select=name&limit=1');
  const answers = checkAnswers(page, api, hello);
  if (answers.mark === '✗') return [answers];

  const insert = inserter(request, api);
  return [
    answers,
    ...(
      await Promise.all([
        checkSignUp(insert),
        checkOtherColumns(insert),
        checkInsertExtras(insert),
        checkSelect(request),
        checkUpdate(request),
        checkDelete(request),
        checkListing(request),
        checkReports(request),
        checkSchemas(request),
      ])
    ).flat(),
  ];
}

function requester({ rest, key }: Api): Ask {
  return async (path, init) => {
    const answer = await ask(new URL(path, rest), {
      ...init,
      headers: { apikey: key, ...init?.headers },
    });
    const error = errorBody.safeParse(jsonOf(answer));
    return { ...answer, code: '', message: '', ...error.data };
  };
}

type Insert = (rows: object[], options?: { path?: string; prefer?: string }) => Promise<Reply>;

function inserter(request: Ask, { embedded }: Api): Insert {
  return (rows, { path = 'waitlist', prefer = 'return=minimal' } = {}) =>
    request(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Prefer: prefer,
        // The embedded backend refuses this header before it asks its database.
        ...(embedded ? {} : { Accept: 'application/vnd.pgrst.object+json' }),
      },
      body: JSON.stringify(rows),
    });
}

function checkAnswers(page: Answer, { rest, key, embedded }: Api, reply: Reply): Finding {
  const what = 'answers';
  if (!mayCall(page, rest)) {
    return bad(what, `the policy forbids ${rest.origin}`, 'Build and deploy dist/ anew.');
  }
  if (isRefused(reply) || (reply.status === 200 && Array.isArray(jsonOf(reply)))) {
    const found = embedded
      ? `the embedded backend at ${rest.origin}`
      : `${rest.origin}, with key ${key.slice(0, 20)}…`;
    return good(what, found);
  }
  if (reply.code === 'PGRST205') return bad(what, 'there is no table waitlist', PUSH);
  return bad(
    what,
    `${rest.origin}: ${said(reply)}`,
    embedded
      ? 'Build with VITE_SUPABASE_URL and VITE_SUPABASE_ANON_KEY: the scripts hold no address.'
      : 'Are address and key right, and is the project awake (dashboard, "Restore project")?',
  );
}

async function checkSelect(request: Ask): Promise<Finding> {
  const replies = await Promise.all(
    ALL_COLUMNS.map((column) => request(`waitlist?select=${column}&limit=1`)),
  );
  const sawRow = replies.some((reply) => someRows.safeParse(jsonOf(reply)).success);
  return expectRefusal(
    'shows nothing',
    byName(ALL_COLUMNS, replies),
    `${sawRow ? 'Rows are public!' : 'No row came, so the list is empty or only row security hides it.'} In the SQL editor: revoke select on public.waitlist from anon;`,
  );
}

async function checkUpdate(request: Ask): Promise<Finding> {
  const columns = [...VISITORS_COLUMNS, ...OTHER_COLUMNS];
  const replies = await Promise.all(
    columns.map((column) =>
      request(`waitlist?${NO_ROW}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal' },
        body: JSON.stringify({ [column]: null }),
      }),
    ),
  );
  return expectRefusal(
    'changes nothing',
    byName(columns, replies),
    'In the SQL editor: revoke update on public.waitlist from anon;',
  );
}

async function checkDelete(request: Ask): Promise<Finding> {
  const reply = await request(`waitlist?${NO_ROW}`, { method: 'DELETE' });
  return expectRefusal(
    'deletes nothing',
    new Map([['any row', reply]]),
    'In the SQL editor: revoke delete on public.waitlist from anon;',
  );
}

/** Whether a good row would be stored, and floods of them would not. */
async function checkSignUp(insert: Insert): Promise<Finding[]> {
  const what = 'takes a good row, refuses a bad one';
  const reply = await insert([GOOD_ROW, BAD_ROW]);
  if (reply.message === 'name must not be blank') {
    return [good(what, `${reply.status} ${reply.message}`), await checkFlood(insert)];
  }
  if (reply.status === 429) {
    return [doubtful(what, said(reply), 'Your address has reached the limit: try again later.')];
  }
  return [bad(what, said(reply), cureOf(reply))];
}

/** What to do when a sign-up did not end where it should. */
function cureOf({ status, code, message }: Reply): string {
  if (isAboutRow(message)) return `The insert policy or a trigger is missing. ${PUSH}`;
  if (code === '42501') {
    return `Visitors cannot sign up. In the SQL editor: grant insert (${COLUMNS_IN_SQL}) on public.waitlist to anon;`;
  }
  if (status === 201) return `A row without a name was stored: delete it. ${PUSH}`;
  return `Nothing was stored, but the database does not check what it stores. ${PUSH}`;
}

async function checkFlood(insert: Insert): Promise<Finding> {
  const what = 'limits sign-ups';
  const reply = await insert([...Array<object>(TOO_MANY).fill(GOOD_ROW), BAD_ROW]);
  return reply.message === 'too many sign-ups in one request'
    ? good(what, `${TOO_MANY} rows in one request: ${reply.message}`)
    : doubtful(
        what,
        `${TOO_MANY} rows in one request: ${said(reply)}`,
        `Was the limit raised? ${PUSH}`,
      );
}

async function checkOtherColumns(insert: Insert): Promise<Finding> {
  const replies = await Promise.all(
    OTHER_COLUMNS.map((column) =>
      insert([
        { ...GOOD_ROW, [column]: null },
        { ...BAD_ROW, [column]: null },
      ]),
    ),
  );
  return expectRefusal(
    'takes no other column',
    byName(OTHER_COLUMNS, replies),
    `In the SQL editor: revoke insert on public.waitlist from anon; grant insert (${COLUMNS_IN_SQL}) on public.waitlist to anon;`,
  );
}

/** The two ways in which an insert could also tell or overwrite what is there. */
async function checkInsertExtras(insert: Insert): Promise<Finding> {
  const [overwriting, returning] = await Promise.all([
    insert([GOOD_ROW, BAD_ROW], {
      path: 'waitlist?on_conflict=submission_key',
      prefer: 'return=minimal,resolution=merge-duplicates',
    }),
    insert([GOOD_ROW, BAD_ROW], { prefer: 'return=representation' }),
  ]);
  return expectRefusal(
    'an insert overwrites and returns nothing',
    new Map([
      ['overwriting', overwriting],
      ['returning', returning],
    ]),
    'In the SQL editor: revoke select, update on public.waitlist from anon;',
  );
}

const listing = z.object({ paths: z.record(z.string(), z.unknown()).default({}) });

/** PostgREST's description of everything that a key reaches. */
async function checkListing(request: Ask): Promise<Finding> {
  const what = 'offers no other table or function';
  const reply = await request('');
  if ([401, 403, 404].includes(reply.status)) {
    return good(what, `the listing is closed (${reply.status})`);
  }
  const described = listing.safeParse(jsonOf(reply));
  if (reply.status !== 200 || !described.success) return bad(what, said(reply), 'Try again.');
  const others = Object.keys(described.data.paths).filter(
    (path) => !['/', '/waitlist'].includes(path),
  );
  return check(
    others.length === 0,
    what,
    others.length === 0 ? 'the listing has none' : `also ${others.join(', ')}`,
    'Move them out of the schema public, or revoke what anon may do with them.',
  );
}

async function checkReports(request: Ask): Promise<Finding> {
  const replies = await Promise.all(REPORTS.map((name) => request(`${name}?limit=1`)));
  const exposed = REPORTS.filter((_, index) => replies[index]?.status !== 404);
  return check(
    exposed.length === 0,
    'no report in public',
    exposed.length === 0 ? `404 for ${REPORTS.join(', ')}` : `there is ${exposed.join(', ')}`,
    'Move it to the schema reporting, which the API does not expose.',
  );
}

async function checkSchemas(request: Ask): Promise<Finding> {
  const replies = await Promise.all(
    CLOSED_SCHEMAS.map((schema) =>
      request('waitlist?limit=1', { headers: { 'Accept-Profile': schema } }),
    ),
  );
  const exposed = CLOSED_SCHEMAS.filter((_, index) => replies[index]?.code !== 'PGRST106');
  return check(
    exposed.length === 0,
    'reports and helpers are not exposed',
    exposed.length === 0
      ? `406 for ${CLOSED_SCHEMAS.join(', ')}`
      : `exposed: ${exposed.join(', ')}`,
    'Take it out of the exposed schemas (Project Settings > Data API).',
  );
}

/** That all of these were refused for want of a privilege, and nothing else. */
function expectRefusal(what: string, replies: Map<string, Reply>, todo: string): Finding {
  const allowed = [...replies].filter(([, reply]) => isAllowed(reply)).map(([name]) => name);
  if (allowed.length > 0) return bad(what, `allowed: ${allowed.join(', ')}`, todo);
  const unclear = [...replies].find(([, reply]) => !isRefused(reply));
  return unclear
    ? bad(what, `${unclear[0]}: ${said(unclear[1])}`, '401 was expected. Try again.')
    : good(what, `refused: ${[...replies.keys()].join(', ')}`);
}

function isRefused({ status, code, message }: Reply): boolean {
  return (status === 401 || status === 403) && code === '42501' && !isAboutRow(message);
}

/** Done, or stopped by a row only: by our checks, a column's, row security, or PostgREST. */
function isAllowed({ status, code, message }: Reply): boolean {
  return (
    (status >= 200 && status < 300) ||
    ['22023', '23502', 'PGRST116'].includes(code) ||
    isAboutRow(message)
  );
}

/** Row security lets the request come further than a missing privilege does. */
function isAboutRow(message: string): boolean {
  return message.includes('row-level security');
}

function byName(names: readonly string[], replies: readonly Reply[]): Map<string, Reply> {
  return new Map(replies.map((reply, index) => [names[index] ?? '', reply]));
}

function said(reply: Reply): string {
  return reply.code ? `${reply.status} ${reply.code} ${reply.message}` : summaryOf(reply);
}
