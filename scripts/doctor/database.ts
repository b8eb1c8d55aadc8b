import { z } from 'zod';
import type { BuildInfo } from '../../vite/build-info.ts';
import { check, type Finding, jsonOf, type Reply, request } from './request.ts';

/** Columns that visitors must not set; one that this version does not have counts as rejected. */
const TEAM_COLUMNS = ['created_at', 'person_key', 'submission_key', 'preferred'];
const PUSH =
  'Apply the migrations: `npx supabase@3 link`, then `npx supabase@3 db push --remote`. If it lists nothing, compare the table with supabase/migrations.';

/** A response with PostgREST's error, if it is one. */
type ApiReply = Reply & { code: string; message: string };

const apiError = z.object({ code: z.string(), message: z.string() });
const listing = z.object({ paths: z.record(z.string(), z.unknown()) });

/**
 * Checks what the publishable key allows. No attempt stores a row: an insert has the columns that the
 * page writes and no value, and the database rejects a blank name. Rejected inserts use up a few IDs.
 *
 * To change, delete, or overwrite a row, a visitor must be able to read a column of it: a request
 * without a filter is rejected by Supabase, and a filter and an upsert read the columns that they compare.
 */
export async function* checkDatabase(build: BuildInfo): AsyncGenerator<Finding> {
  const { VITE_SUPABASE_URL: project, VITE_SUPABASE_ANON_KEY: key, row } = build;
  if (!project || !key) {
    const variables = 'Build with VITE_SUPABASE_URL and VITE_SUPABASE_ANON_KEY.';
    yield check('database', 'the page is built for the local database', variables);
    return;
  }
  const api = async (path: string, init?: RequestInit): Promise<ApiReply> => {
    const headers = { apikey: key, 'Content-Type': 'application/json', ...init?.headers };
    const address = new URL(path, new URL('/rest/v1/', project));
    const reply = await request(address, { ...init, headers });
    const { data } = apiError.safeParse(jsonOf(reply));
    const summary = data ? `${reply.status} ${data.code} ${data.message}` : reply.summary;
    return { ...reply, code: '', message: '', ...data, summary };
  };
  const blank = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
  const written = Object.keys(row);
  const insert = (columns: string[]) =>
    api('waitlist', { method: 'POST', body: JSON.stringify(blank(columns)) });

  const probe = await api('waitlist?select=name&limit=1');
  const isThere = probe.code === '42501' || (probe.status === 200 && Array.isArray(jsonOf(probe)));
  const unreachable = 'Check address and key, and that the project is not paused (dashboard).';
  const todo = ['PGRST205', '42P01'].includes(probe.code) ? PUSH : unreachable;
  yield check('database', !isThere && `${project}: ${probe.summary}`, todo);
  if (!isThere) return;

  const signUp = await insert(written);
  // By the table's own check.
  const isChecked = signUp.status === 400 && signUp.code === '22023';
  yield check('sign-up', !isChecked && signUp.summary, PUSH);

  /** The check that every attempt is rejected. */
  const expectRejected = async (
    what: string,
    attempts: Array<Promise<ApiReply>>,
    todo = 'In the SQL editor: revoke every other privilege from anon, as supabase/migrations do.',
    isRight = isRejected,
  ) => {
    const open = (await Promise.all(attempts)).find((reply) => !isRight(reply));
    const found = open && (othersIn(open)?.join(', ') ?? `${open.url.search} ${open.summary}`);
    return check(what, found?.trim(), todo);
  };
  const columns = [...written, ...TEAM_COLUMNS];
  const read = (name: string) => api(`waitlist?select=${name}&limit=1`);
  yield expectRejected('reading', ['id', ...columns].map(read));
  const others = TEAM_COLUMNS.map((name) => insert([...written, name]));
  yield expectRejected('other columns', others);
  const elsewhere = 'Move the report to the schema reporting, which the API does not expose.';
  yield expectRejected(
    'reports',
    [api('people?limit=1')],
    elsewhere,
    ({ status }) => status === 404,
  );
  const schema = (name: string) => api('waitlist', { headers: { 'Accept-Profile': name } });
  yield expectRejected(
    'other schemas',
    [schema('reporting'), schema('private')],
    'Take it out of the exposed schemas (Project Settings > Data API).',
    ({ code }) => code === 'PGRST106',
  );
  yield expectRejected(
    'other tables and functions',
    [api('')],
    'Move them out of the schema public, or revoke what anon may do with them.',
    (reply) => [401, 403, 404].includes(reply.status) || othersIn(reply)?.length === 0,
  );
}

/** Rejected because a privilege or the column is missing, not because of a row. */
function isRejected({ code, message }: ApiReply): boolean {
  const isAboutRow = message.includes('row-level security');
  return ['42703', 'PGRST204'].includes(code) || (code === '42501' && !isAboutRow);
}

/** What PostgREST lists for a key besides the waitlist. */
function othersIn(reply: ApiReply): string[] | undefined {
  const { data } = listing.safeParse(jsonOf(reply));
  return data && Object.keys(data.paths).filter((path) => path !== '/' && path !== '/waitlist');
}
