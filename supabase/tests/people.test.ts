import { afterAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import { ada, type Row, signUp } from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
afterAll(() => backend.close());
beforeEach(() => db.exec('truncate public.waitlist'));

async function people(): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    'select * from reporting.people order by first_sign_up',
  );
  return rows;
}

test('shows the latest of everything, and what was not left blank later', async () => {
  await signUp(db, ada);
  await signUp(db, { ...ada, name: 'Ada L.', instagram: null, email: '' });
  expect(await people()).toMatchObject([
    { name: 'Ada L.', instagram: '@ada', email: 'ada@example.com', sign_ups: 2 },
  ]);
});

test('marks a person whose submissions name different emails or handles, and shows the others', async () => {
  await signUp(db, { ...ada, email: 'ADA@example.com' });
  await signUp(db, { ...ada, name: 'Mallory', instagram: 'evil', email: 'evil@example.com' });
  await signUp(db, { ...ada, name: 'Mallory', instagram: 'worse', email: 'evil@example.com' });
  expect(await people()).toMatchObject([
    {
      instagram: 'worse',
      other_instagrams: '@ada, evil',
      email: 'evil@example.com',
      other_emails: 'ADA@example.com',
    },
  ]);
});

test.each<[string, Row]>([
  ['the same in capitals', { ...ada, name: 'Ada L.', email: 'ADA@example.com', instagram: 'ADA' }],
  ['a blank', { ...ada, email: null, instagram: null }],
])('marks nobody for %s', async (_what, again) => {
  await signUp(db, [ada, again]);
  expect(await people()).toMatchObject([{ other_instagrams: null, other_emails: null }]);
});

test('marks a contradiction among ever so many ways of typing the same', async () => {
  for (let i = 1; i <= 12; i++) {
    const email = `${ada.email.slice(0, i).toUpperCase()}${ada.email.slice(i)}`;
    await signUp(db, { ...ada, name: `Ada ${i}`, email, instagram: email });
  }
  await signUp(db, { ...ada, name: 'Mallory', email: 'evil@example.com', instagram: 'evil' });
  await signUp(db, { ...ada, instagram: ada.email });
  expect(await people()).toMatchObject([
    { other_emails: 'evil@example.com', other_instagrams: 'evil' },
  ]);
});

test('shows ten others at most, the oldest ones', async () => {
  for (let i = 0; i < 15; i++) await signUp(db, { ...ada, email: `${i}@example.com` });
  const [person] = await people();
  expect(String(person?.other_emails).split(', ')).toEqual(
    Array.from({ length: 10 }, (_, i) => `${i}@example.com`),
  );
});
