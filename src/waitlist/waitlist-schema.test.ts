import { expect, test } from 'vitest';
import { ada } from '../test/ada';
import { mapFields, type SignUpInput } from './waitlist-fields';
import { signUpSchema } from './waitlist-schema';

/** The first message of every wrong field. */
function messages(input: Partial<SignUpInput>) {
  const { error } = signUpSchema.safeParse({ ...ada, ...input });
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join(), message]) ?? []);
}

function saved(input: Partial<SignUpInput>) {
  return signUpSchema.parse({ ...ada, ...input });
}

test('a full sign-up is kept as it was typed', () => {
  expect(signUpSchema.parse(ada)).toEqual(ada);
});

test.each(['', ' ', '\t\n ', '\u00a0', '\u0000', '\u200b', '\u3164', '\u2800 \u2060'])(
  'a name of %j is missing',
  (name) => {
    expect(messages({ name })).toEqual({ name: 'Name is required' });
  },
);

test.each(['', '   ', '\u0007', '\u202a\u202c'])(
  'a phone number of %j is missing',
  (phoneNumber) => {
    expect(messages({ phoneNumber })).toEqual({ phoneNumber: 'Phone number is required' });
  },
);

test('all messages appear at once', () => {
  expect(messages({ name: '', phoneNumber: '', email: 'ada' })).toEqual({
    name: 'Name is required',
    phoneNumber: 'Phone number is required',
    email: 'Invalid email address',
  });
});

test.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'a@b.co, c@d.co'])(
  'an email of %j is invalid',
  (email) => {
    expect(messages({ email })).toEqual({ email: 'Invalid email address' });
  },
);

test.each(['', ' ', '\t', '\u200b'])('an email of %j is left blank', (email) => {
  expect(saved({ email }).email).toBeNull();
});

test.each(['', '  ', '\u0000'])('a handle of %j is left blank', (instagram) => {
  expect(saved({ instagram }).instagram).toBeNull();
});

test.each(['ada', '@ada', 'instagram.com/ada', '☕ no idea'])('a handle may be %j', (instagram) => {
  expect(saved({ instagram }).instagram).toBe(instagram);
});

test.each(['1', 'none', '+1 (555) 010-0000 ext. 5'])('a phone number may be %j', (phoneNumber) => {
  expect(saved({ phoneNumber }).phoneNumber).toBe(phoneNumber);
});

test('all texts are trimmed', () => {
  expect(signUpSchema.parse(mapFields((key) => `\t ${ada[key]}\n`))).toEqual(ada);
});

test('characters that are invisible or that Postgres cannot store are dropped', () => {
  expect(saved({ name: 'A\u0000d\u0007a\ud800 \udc00Love\u009flace' }).name).toBe('Ada Lovelace');
});

test('names from everywhere are kept', () => {
  for (const name of [
    'Zoë',
    '👩‍🚀',
    '\u200fעדה',
    '李小龍',
    'Ọlá',
    '🎉 Ada',
    "O'Neill-D'Arcy",
    'X',
  ]) {
    expect(saved({ name }).name).toBe(name);
  }
});

test('no text is too long', () => {
  const long = 'a'.repeat(5000);
  expect(saved({ name: long, phoneNumber: long, instagram: long })).toMatchObject({
    name: long,
    phoneNumber: long,
    instagram: long,
  });
});
