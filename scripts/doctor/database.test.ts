import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Deployment, startDeployment } from '../../e2e/deployment.ts';
import { onRealStack } from '../../supabase/tests/on-real.ts';
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
    const { rowCount } = await db.query('select from public.waitlist');
    expect(rowCount, 'the doctor stored something').toBe(0);
  });
  afterAll(async () => {
    await db?.end();
    await deployment?.stop();
  });

  /** The failures and warnings of the checks of the database. */
  async function complaints(): Promise<string[]> {
    const lines: string[] = [];
    for await (const { mark, what, found } of examine(deployment.url))
      lines.push(`${mark} ${what}: ${found}`);
    const start = lines.findIndex((line) => / database: /.test(line));
    const ofDatabase = lines.slice(start, start + 10);
    expect(ofDatabase).toHaveLength(10);
    return ofDatabase.filter((line) => !line.startsWith('✓'));
  }

  test('passes what the migrations made', async () => {
    expect(await complaints()).toEqual([]);
  });

  test.each([
    [
      'the list is public',
      'grant select on public.waitlist to anon; create policy broken on public.waitlist for select to anon using (true)',
      'revoke select on public.waitlist from anon; drop policy broken on public.waitlist',
      'reading',
    ],
    [
      'one column is readable',
      'grant select (email) on public.waitlist to anon',
      'revoke select (email) on public.waitlist from anon',
      'reading',
    ],
    [
      'rows can be changed',
      'grant select (name), update (email) on public.waitlist to anon',
      'revoke select (name), update (email) on public.waitlist from anon',
      'changing',
    ],
    [
      'rows can be deleted',
      'grant select (name), delete on public.waitlist to anon',
      'revoke select (name), delete on public.waitlist from anon',
      'deleting',
    ],
    [
      'inserts return what was stored',
      'grant select on public.waitlist to anon',
      'revoke select on public.waitlist from anon',
      'overwriting',
    ],
    [
      'inserts overwrite',
      'grant select, update on public.waitlist to anon',
      'revoke select, update on public.waitlist from anon',
      'overwriting',
    ],
    [
      'visitors may set another column',
      'grant insert (created_at) on public.waitlist to anon',
      'revoke insert (created_at) on public.waitlist from anon',
      'other columns',
    ],
    [
      'visitors may not sign up',
      'revoke insert (name) on public.waitlist from anon',
      'grant insert (name) on public.waitlist to anon',
      'sign-up',
    ],
    [
      'a policy refuses every sign-up',
      'create policy broken on public.waitlist as restrictive for insert to anon with check (false)',
      'drop policy broken on public.waitlist',
      'sign-up',
    ],
    [
      'the database is older than the page',
      'alter table public.waitlist rename column instagram to handle',
      'alter table public.waitlist rename column handle to instagram',
      'sign-up: 400 PGRST204',
    ],
    [
      'the checks are switched off',
      'alter table public.waitlist disable trigger user',
      'alter table public.waitlist enable trigger user',
      'sign-up',
    ],
    [
      'a report stands in public',
      'create view public.people as select * from reporting.people',
      'drop view public.people',
      'reports',
    ],
    [
      'a function stands in public',
      `create function public.how_many() returns bigint language sql security definer return (select count(*) from public.waitlist)`,
      'drop function public.how_many()',
      'other tables and functions',
    ],
  ])('fails when %s', async (_broken, breakIt, mendIt, what) => {
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
