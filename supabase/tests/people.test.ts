import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPglite } from '../local/pglite.ts';
import { ada, type Row, signUp } from './visitor.ts';

// What the team reads about one phone number. On PGlite: the view has nothing that needs a second connection.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const attacker = { ...ada, name: 'Mallory', instagram: 'evil', email: 'e@evil.example' };
const fakes = Array.from({ length: 10 }, (_, i) => ({ ...attacker, email: `${i}@example.com` }));
const CAPITALS = ada.name.toUpperCase();
const details = { name: ada.name, instagram: ada.instagram, email: ada.email };
const latest = { latest_name: 'Mallory', latest_instagram: 'evil', latest_email: 'e@evil.example' };
const none = { latest_name: null, latest_instagram: null, latest_email: null };

// What one sign-up leaves blank and another fills in may be somebody else's, whichever came first.
test.each<[what: string, rows: Row[], contradicts: boolean, latest: object]>([
  ['one sign-up', [ada], false, none],
  ['a contradiction', [ada, ...fakes, attacker], true, latest],
  ['both filled in later', [{ ...ada, instagram: null, email: null }, ada], true, none],
  ['the handle filled in later', [{ ...ada, instagram: null }, ada], true, none],
  ['the email filled in later', [{ ...ada, email: null }, ada], true, none],
  ['the handle left blank later', [ada, { ...ada, instagram: null }], true, none],
  ['the email left blank later', [ada, { ...ada, email: null }], true, none],
  ['capitals', [ada, { ...ada, name: CAPITALS, email: ada.email?.toUpperCase() }], false, none],
  ['no @', [ada, { ...ada, name: CAPITALS, instagram: ada.instagram?.slice(1) }], false, none],
])('delivers the first of everything, and marks or not: %s', async (_what, rows, mark, others) => {
  await signUp(db, rows);
  const report = await db.query('select * from reporting.people');
  const line = { ...details, ...others, contradicts: mark, sign_ups: rows.length };
  expect(report.rows).toMatchObject([line]);
});
