import { afterAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import { person, type Row, signUp } from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
afterAll(() => backend.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const victim = person(1);
const { name, instagram, email } = victim;
const attacker = { ...victim, name: 'Mallory', instagram: 'evil', email: 'evil@example.com' };

async function report(): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    'select * from reporting.people order by id',
  );
  return rows;
}

test('delivers the first of everything, else what was not left blank later', async () => {
  await signUp(db, [{ ...victim, instagram: null, email: null }, victim, person(2)]);
  expect(await report()).toMatchObject([
    { name, instagram, email, contradicts: false, latest_email: null, sign_ups: 2 },
    { name: person(2).name, contradicts: false, sign_ups: 1 },
  ]);
});

test('marks a contradiction, and carries its first and its latest', async () => {
  const fakes = Array.from({ length: 10 }, (_, i) => ({ ...attacker, email: `${i}@example.com` }));
  await signUp(db, [victim, ...fakes, attacker]);
  expect(await report()).toMatchObject([
    {
      ...{ name, instagram, email, contradicts: true, sign_ups: 12 },
      latest_name: attacker.name,
      latest_instagram: attacker.instagram,
      latest_email: attacker.email,
    },
  ]);
});

test('delivers the row that somebody of the team prefers, and the next where it is blank', async () => {
  await signUp(db, [attacker, { ...victim, instagram: null }, { ...attacker, name: 'Late' }]);
  await db.query('update public.waitlist set preferred = true where name = $1', [name]);
  expect(await report()).toMatchObject([
    { name, instagram: 'evil', email, contradicts: true, latest_email: attacker.email },
  ]);
});

test('has nothing to mark when the wrong row is removed', async () => {
  await signUp(db, [attacker, victim]);
  await db.query('delete from public.waitlist where name = $1', [attacker.name]);
  expect(await report()).toMatchObject([{ name, email, contradicts: false, latest_name: null }]);
});

test.each<[string, Row]>([
  ['the same in capitals', { email: email?.toUpperCase() ?? '', name: name.toUpperCase() }],
  ['the handle without @', { instagram: instagram?.slice(1) ?? '', email: null }],
  ['a blank', { email: null, instagram: null }],
])('marks nobody for %s', async (_what, change) => {
  await signUp(db, [victim, { ...victim, ...change }]);
  expect(await report()).toMatchObject([{ contradicts: false, sign_ups: 2 }]);
});

test.each([
  ['+44 ¹²𝟗𝟗① 900', '+44 12991 900'],
  ['＋44 7700 900123', '+44 7700 900123'],
])('delivers the phone %s with plain digits', async (phone_number, plain) => {
  await signUp(db, { ...victim, phone_number });
  expect(await report()).toMatchObject([{ phone_number: plain }]);
});

test('lets no address that contains a number replace the number', async () => {
  await signUp(db, { ...attacker, phone_number: 'sms:evil.example?447700900777' });
  await signUp(db, { ...victim, phone_number: '+44 7700 900777' });
  expect(await report()).toMatchObject([
    { name: attacker.name },
    { phone_number: '+44 7700 900777', email, contradicts: false },
  ]);
});
