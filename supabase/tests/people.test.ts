import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPglite } from '../local/pglite.ts';
import { ada, type Row, signUp } from './visitor.ts';

// What the team reads about people: nothing that a visitor typed is lost. On PGlite.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const blank = { ...ada, instagram: null, email: null };
const corrected = { ...ada, email: 'ada@gmail.com' };
const stranger = { ...ada, name: 'Mallory', instagram: 'evil', email: 'e@evil.example' };
const fakes = Array.from({ length: 30 }, (_, i) => ({ ...stranger, name: `${i}`, email: `${i}@evil.example` }));

const { name, phone_number, instagram, email } = ada;
const none = { other_names: null, other_numbers: null, other_handles: null, other_emails: null };
const first = { name, phone_number, instagram, email, ...none };

test.each<[what: string, rows: Row[], line: object]>([
  ['a repetition', [ada, ada], {}],
  ['another spelling', [ada, { ...ada, phone_number: '+15551' }], { other_numbers: ['+15551'] }],
  ['a handle and an email that come later', [blank, ada], {}],
  ['those that are left blank later', [ada, blank], {}],
  // The team sees by the number of emails, twenty, that some may be missing.
  [
    'a corrected email before many of a stranger with the same number',
    [ada, corrected, ada, ...fakes],
    {
      other_emails: [corrected, ...fakes.slice(0, 19)].map((row) => row.email),
      other_handles: ['evil'],
      other_names: fakes.slice(0, 20).map((row) => row.name),
    },
  ],
])('delivers the first of everything, and what differs from it: %s', async (_what, rows, line) => {
  await signUp(db, rows);
  const report = await db.query('select * from reporting.people');
  expect(report.rows).toMatchObject([{ ...first, sign_ups: rows.length, ...line }]);
});

test('keeps a person whose texts the team has emptied, and skips what is empty', async () => {
  await signUp(db, [stranger, ada]);
  await db.exec(`update public.waitlist set name = '', instagram = '', email = null where name = 'Mallory'`);
  const lines = async () => (await db.query('select * from reporting.people')).rows;
  expect(await lines()).toMatchObject([{ ...first, sign_ups: 2 }]);
  await db.exec(`delete from public.waitlist where name <> ''; update public.waitlist set phone_number = ''`);
  expect(await lines()).toMatchObject([{ name: null, phone_number: '', email: null, sign_ups: 1 }]);
});
