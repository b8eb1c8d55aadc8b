import { afterAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import { columns, person, type Row, signUp } from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
afterAll(() => backend.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const victim = person(1);
const { name, phone, handle, email } = columns;
const attacker = { ...victim, [name]: 'Mallory', [handle]: 'evil', [email]: 'evil@example.com' };
const { fields } = await db.query('select * from reporting.people');
const shown = fields.map((field) => field.name);
/** The fields of a report's line, without the phone. The report may leave out a field. */
const details = ({ [phone]: _, ...others }: Row) =>
  Object.fromEntries(Object.entries(others).filter(([column]) => shown.includes(column)));
/** The latest of what contradicts. */
const latest = {
  latest_name: 'Mallory',
  [`latest_${handle}`]: 'evil',
  latest_email: attacker[email],
};

async function report(): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    'select * from reporting.people order by id',
  );
  return rows;
}

test('delivers the first of everything, else what was not left blank later', async () => {
  await signUp(db, [{ ...victim, [handle]: null, [email]: null }, victim, person(2)]);
  expect(await report()).toMatchObject([
    { ...details(victim), contradicts: true, latest_email: null, sign_ups: 2 },
    { ...details(person(2)), contradicts: false, sign_ups: 1 },
  ]);
});

test('marks a contradiction, and carries its first and its latest', async () => {
  const fakes = Array.from({ length: 10 }, (_, i) => ({
    ...attacker,
    [email]: `${i}@example.com`,
  }));
  await signUp(db, [victim, ...fakes, attacker]);
  expect(await report()).toMatchObject([
    { ...details(victim), ...latest, contradicts: true, sign_ups: 12 },
  ]);
});

// The other one may be somebody else's, whichever came first.
test.each<[string, Row, Row]>([
  ['the later handle', { [handle]: null }, {}],
  ['the later email', { [email]: null }, {}],
  ['the first handle', {}, { [handle]: null }],
  ['the first email', {}, { [email]: null }],
])('marks what one sign-up leaves blank and another fills in: %s', async (_what, first, later) => {
  await signUp(db, [
    { ...victim, ...first },
    { ...victim, ...later },
  ]);
  expect(await report()).toMatchObject([
    { ...details(victim), contradicts: true, latest_email: null, [`latest_${handle}`]: null },
  ]);
});

test('has nothing to mark when the wrong row is removed', async () => {
  await signUp(db, [attacker, victim]);
  await db.query('delete from public.waitlist where name = $1', [attacker[name]]);
  expect(await report()).toMatchObject([
    { ...details(victim), contradicts: false, latest_name: null },
  ]);
});

test.each<[string, Row]>([
  ['the same in capitals', { [email]: victim[email]?.toUpperCase(), [name]: 'ROBIN EXAMPLE 1' }],
  ['the handle without @', { [handle]: victim[handle]?.slice(1), [name]: 'ROBIN EXAMPLE 1' }],
])('marks nobody for %s', async (_what, change) => {
  await signUp(db, [victim, { ...victim, ...change }]);
  expect(await report()).toMatchObject([{ contradicts: false, sign_ups: 2 }]);
});
