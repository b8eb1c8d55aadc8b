import { expect, test } from 'vitest';
import { type FieldKey, mapFields, type SignUpInput, signUpSchema } from './fields';
import { ada } from './samples';

const LONGEST = '𝒳'.repeat(1000);

/** What is saved, or the first message of each invalid field. */
function check(input: Partial<SignUpInput>) {
  const { data, error } = signUpSchema.safeParse({ ...ada, ...input });
  return data ?? Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]));
}

test.each<[FieldKey, ...string[]]>([
  ['name', '👩‍🚀', 'עדה', '李小龍', 'Ọlá', '🎉 Ada', "O'Neill-D'Arcy", 'X', LONGEST],
  ['phoneNumber', '1', 'none', '+1 (555) 010-0000 ext. 5', LONGEST],
  ['instagram', 'ada', '@ada', 'instagram.com/ada', '☕ no idea', LONGEST],
  ['email', ada.email, 'ADA+tag@Example.COM', "o'neil!x@mail.example.co.uk", 'a@b.co'],
  // As typed, and as some browsers encode the domain.
  ['email', 'ada@exämple.de', 'ada@xn--exmple-cua.de', '用户@例え.jp', 'ada@xn--e1afmkfd.xn--p1ai'],
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
  ['name', 'Name is required', '', ' ', '\t\n ', '\u00a0', '\u0000', '\u200b', '\u3164', '\u2800', '\ufffc'],
  ['phoneNumber', 'Phone number is required', '', '   ', '\u0007', '\u202a\u202c'],
  ['email', 'Invalid email address', 'ada@', '@example.com', 'ada@example', 'ada@example.c', 'ada@192.0.2.1'],
  ['email', 'Invalid email address', 'ada', 'ada..l@example.com', 'a@b.co, c@d.co'],
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
  expect(check(mapFields((key) => `\t ${ada[key]}\n`))).toEqual(ada);
});

test('characters that Postgres cannot store, or that disturb who reads the list, are removed', () => {
  const name = '\u202eA\u0000d\u0007a\ud800 \udc00Love\u009flace\u2066';
  expect(check({ name })).toEqual({ ...ada, name: 'Ada Lovelace' });
});

test('white-space controls, for example between two cells of a spreadsheet, are spaces', () => {
  for (const control of '\t\v\f\r\n\u0085\u2028\u2029') {
    expect(check({ name: `Ada${control}Lovelace` })).toEqual({ ...ada, name: 'Ada Lovelace' });
  }
});

// Full-width, as keyboards for East Asia type it, and a bold font.
test('an email in letters that imitate plain ones becomes a plain address', () => {
  for (const email of ['ａｄａ@example.com', 'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', '𝐚𝐝𝐚@𝐞𝐱𝐚𝐦𝐩𝐥𝐞.𝐜𝐨𝐦']) {
    expect(check({ email })).toEqual({ ...ada, email: 'ada@example.com' });
  }
  // Each of these becomes four letters.
  expect(check({ email: `${'㍿'.repeat(300)}@example.com` })).toEqual({ email: 'At most 1,000 characters' });
});

// U+FFFC is what dictation leaves behind on an iPhone.
const INVISIBLE = [...'\u200b\u2060\u00ad\ufe0f\u200d\u{e0041}\u3164\ufff9\ufffb\ufffc'];

test.each(['phoneNumber', 'instagram', 'email'] as const)('%s is saved without invisible characters', (key) => {
  for (const character of INVISIBLE) {
    const text = character + ada[key].replace('1', `1${character}`) + character;
    expect(check({ [key]: text }), JSON.stringify(text)).toEqual(ada);
  }
});

test('a name keeps the invisible characters that its script or an emoji needs, and no others', () => {
  // Joiners, variation selectors, and the tags of flags.
  const names = ['علی\u200cرضا', '👨\u200d👩\u200d👧', '❤\ufe0f', '葛\u{e0100}', '🏴\u{e0067}\u{e0062}\u{e007f}'];
  for (const name of names) expect(check({ name: `\u200b${name}\u2060\u00ad\ufffc` })).toEqual({ ...ada, name });
});
