import { expect, test } from 'vitest';
import { ada } from '../test/ada';
import { type FieldKey, mapFields, type SignUpInput, signUpSchema } from './fields';

const LONG = 'a'.repeat(5000);

/** What is saved, or the first message of each invalid field. */
function check(input: Partial<SignUpInput>) {
  const { data, error } = signUpSchema.safeParse({ ...ada, ...input });
  return data ?? Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]));
}

test.each<[FieldKey, ...string[]]>([
  ['name', '👩‍🚀', '\u200fעדה', '李小龍', 'Ọlá', '🎉 Ada', "O'Neill-D'Arcy", 'X', LONG],
  ['phoneNumber', '1', 'none', '+1 (555) 010-0000 ext. 5', LONG],
  ['instagram', 'ada', '@ada', 'instagram.com/ada', '☕ no idea', LONG],
  ['email', ada.email, 'ADA+tag@Example.COM'],
])('%s is saved as typed', (key, ...texts) => {
  for (const text of texts) expect(check({ [key]: text })).toEqual({ ...ada, [key]: text });
});

test.each<[FieldKey, ...string[]]>([
  ['instagram', '', '  ', '\u0000'],
  ['email', '', ' ', '\t', '\u200b'],
])('%s without a visible character is saved as null', (key, ...texts) => {
  for (const text of texts) expect(check({ [key]: text })).toEqual({ ...ada, [key]: null });
});

test.each<[FieldKey, message: string, ...string[]]>([
  ['name', 'Name is required', '', ' ', '\t\n ', '\u00a0', '\u0000', '\u200b', '\u3164', '\u2800'],
  ['phoneNumber', 'Phone number is required', '', '   ', '\u0007', '\u202a\u202c'],
  [
    'email',
    'Invalid email address',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a@b.co, c@d.co',
  ],
])('an invalid %s has the message "%s"', (key, message, ...texts) => {
  for (const text of texts) expect(check({ [key]: text }), text).toEqual({ [key]: message });
});

test('texts are saved without blanks at their ends', () => {
  expect(check(mapFields((key) => `\t ${ada[key]}\n`))).toEqual(ada);
});

test('characters that are invisible or that Postgres cannot store are removed', () => {
  const name = 'A\u0000d\u0007a\ud800 \udc00Love\u009flace';
  expect(check({ name })).toEqual({ ...ada, name: 'Ada Lovelace' });
});
