import { expect, test } from 'vitest';
import { ada } from '../testing/people';
import { acceptableText, FIELD_KEYS, type FieldKey, type FormValues, signUpSchema, toRow } from './fields';

const LONGEST = '𝒳'.repeat(1000);
/** What is saved of the default person. */
const SAVED = signUpSchema.parse(ada);
const INVALID_EMAIL = 'Invalid email address. Like a@b.com';

/** What is saved, or the first message of each invalid field. */
function check(input: Partial<FormValues>) {
  const { data, error } = signUpSchema.safeParse({ ...ada, ...input });
  return data ?? Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]));
}

test.each<[FieldKey, ...string[]]>([
  ['name', '👩‍🚀', 'عل\u200cی', '李小龍', 'Ọlá', '🎉 Ada', "O'Neill-D'Arcy", 'X', LONGEST],
  ['phoneNumber', '1', 'none', '+1 (555) 010-0000 ext. 5', LONGEST],
  ['instagram', 'ada', '@ada', 'instagram.com/ada', '☕ no idea', LONGEST],
  ['email', ada.email, 'ADA+tag@Example.COM', "o'neil!x@mail.example.co.uk", 'a@b.co', '用户@例え.jp'],
])('%s is saved as typed', (key, ...texts) => {
  for (const text of texts) expect(check({ [key]: text })).toEqual({ ...SAVED, [key]: text });
});

test.each<[FieldKey, ...string[]]>([
  ['instagram', '', '  ', '\u0000'],
  ['email', '', ' ', '\t', '\u200b'],
])('a blank %s is saved as null', (key, ...texts) => {
  for (const text of texts) expect(check({ [key]: text })).toEqual({ ...SAVED, [key]: null });
});

test.each<[FieldKey, message: string, ...string[]]>([
  ['name', 'Name is required', '', ' ', '\t\n ', '\u00a0', '\u0000', '\u200b'],
  ['phoneNumber', 'Phone number is required', '', '   ', '\u0007', '\u202a\u202c'],
  ['email', INVALID_EMAIL, 'ada', 'ada@', '@example.com', 'ada@example', 'a@b.co, c@d.co', 'a b@c.co'],
  ['email', INVALID_EMAIL, 'ada@example.com.', 'ada@example..com', 'ada@.example.com'],
])('an invalid %s has the message "%s"', (key, message, ...texts) => {
  for (const text of texts) expect(check({ [key]: text }), text).toEqual({ [key]: message });
});

test.each<[FieldKey, string]>([
  ['name', `${LONGEST}a`],
  ['phoneNumber', '1'.repeat(1001)],
  ['instagram', `${LONGEST}@`],
  ['email', `${LONGEST}@example.com`],
])('the %s has a message if it is longer than the database allows', (key, text) => {
  expect(check({ [key]: text })).toEqual({ [key]: 'At most 1,000 characters' });
});

test('texts are saved without blanks at their ends', () => {
  for (const key of FIELD_KEYS) expect(check({ [key]: `\t ${ada[key]}\n` })).toEqual(SAVED);
});

test('characters that nobody sees are removed, and tabs and line breaks are spaces', () => {
  const invisible = '\ufeff\u202eA\u0000d\u0007a Lo\u00adve\u2060\u009f\u200bla\ufffcce\u2066';
  const inCells = Array.from('\t\v\f\r\n\u0085\u2028\u2029', (control) => `Ada${control}Lovelace`);
  for (const name of [invisible, ...inCells]) expect(check({ name })).toEqual({ ...SAVED, name: 'Ada Lovelace' });
});

test('a text that nobody types is cleaned and cut, and a blank or missing one is null', () => {
  expect(acceptableText('\u202esummer\nsale ')).toBe('summer sale');
  expect(acceptableText(`${LONGEST}a`)).toBe(LONGEST);
  for (const blank of [null, '', ' \u200b']) expect(acceptableText(blank)).toBeNull();
});

test('a row has the columns of the database, and the time in UTC', () => {
  const row = toRow(SAVED, new Date('2026-11-21T23:30:00.250+01:00'));
  expect(row).toMatchObject({ name: ada.name, phone_number: ada.phoneNumber, timestamp: '2026-11-21T22:30:00.250Z' });
});
