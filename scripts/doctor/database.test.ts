import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../../e2e/deployment.ts';
import { onRealStack } from '../../supabase/tests/on-real.ts';
import { REPORTS } from './database.ts';
import { examine } from './examine.ts';

onRealStack('the doctor at the real API', () => {
  let deployment: Deployment;
  let db: pg.Client;

  beforeAll(async () => {
    deployment = await startDeployment();
    db = new pg.Client(deployment.stack.postgres.urlOf('postgres'));
    await db.connect();
  });
  afterEach(async () => {
    const { rowCount } = await db.query(`select from public.waitlist where name = 'doctor'`);
    expect(rowCount, 'the doctor stored something').toBe(0);
  });
  afterAll(async () => {
    await db?.end();
    await deployment?.stop();
  });

  /** What is wrong or doubtful with the database, with what was found. */
  async function complaints(): Promise<string[]> {
    for await (const { title, findings } of examine(deployment.url)) {
      if (title !== 'Database') continue;
      expect(findings.length).toBeGreaterThan(5);
      return findings
        .filter(({ mark }) => mark !== '✓')
        .map(({ mark, what, found }) => `${mark} ${what}: ${found}`);
    }
    throw new Error('The doctor did not look at the database.');
  }

  test('finds nothing wrong with what the migrations made', async () => {
    expect(await complaints()).toEqual([]);
  });

  test('knows all reports by name', async () => {
    const { rows } = await db.query<{ name: string }>(
      "select viewname as name from pg_views where schemaname = 'reporting'",
    );
    expect(REPORTS.toSorted()).toEqual(rows.map(({ name }) => name).sort());
  });

  test.each([
    [
      'the list is public',
      'grant select on public.waitlist to anon; create policy broken on public.waitlist for select to anon using (true)',
      'revoke select on public.waitlist from anon; drop policy broken on public.waitlist',
      'shows nothing',
    ],
    [
      'one column is readable',
      'grant select (email) on public.waitlist to anon',
      'revoke select (email) on public.waitlist from anon',
      'shows nothing',
    ],
    [
      'rows can be changed',
      'grant select (name), update (email) on public.waitlist to anon',
      'revoke select (name), update (email) on public.waitlist from anon',
      'changes nothing',
    ],
    [
      'rows can be deleted',
      'grant select (name), delete on public.waitlist to anon',
      'revoke select (name), delete on public.waitlist from anon',
      'deletes nothing',
    ],
    [
      'inserts return what was stored',
      'grant select on public.waitlist to anon',
      'revoke select on public.waitlist from anon',
      'an insert overwrites and returns nothing',
    ],
    [
      'inserts overwrite',
      'grant select, update on public.waitlist to anon',
      'revoke select, update on public.waitlist from anon',
      'an insert overwrites and returns nothing: resolution=merge-duplicates, return=rep',
    ],
    [
      'visitors may set another column',
      'grant insert (created_at) on public.waitlist to anon',
      'revoke insert (created_at) on public.waitlist from anon',
      'takes no other column',
    ],
    [
      'visitors may not sign up',
      'revoke insert (name) on public.waitlist from anon',
      'grant insert (name) on public.waitlist to anon',
      'takes a good row, refuses a bad one',
    ],
    [
      'a policy refuses every sign-up',
      'create policy broken on public.waitlist as restrictive for insert to anon with check (false)',
      'drop policy broken on public.waitlist',
      'takes a good row, refuses a bad one',
    ],
    [
      'the checks are switched off',
      'alter table public.waitlist disable trigger user',
      'alter table public.waitlist enable trigger user',
      'takes a good row, refuses a bad one',
    ],
    [
      'a report stands in public',
      'create view public.people as select * from reporting.people',
      'drop view public.people',
      'no report in public',
    ],
    [
      'a function stands in public',
      `create function public.how_many() returns bigint language sql security definer return (select count(*) from public.waitlist)`,
      'drop function public.how_many()',
      'offers no other table or function',
    ],
  ])('notices that %s', async (_broken, breakIt, mendIt, what) => {
    await db.query(breakIt);
    try {
      await expect
        .poll(complaints, { timeout: 20_000 })
        .toContainEqual(expect.stringMatching(`^✗ ${what}`));
    } finally {
      await db.query(mendIt);
    }
  });
});
