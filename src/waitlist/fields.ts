import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { TextField } from '../ui/text-field';

// jitless: zod otherwise probes `new Function`, which the page's CSP reports as a violation.
z.config({ jitless: true });

/** The database's limit. zod counts code points, as Postgres does. */
const MAX_LENGTH = 1000;

/** Tabs and line breaks, for example between two cells of a spreadsheet. */
const WHITE_SPACE_CONTROL = /[\t-\r\u0085\u2028\u2029]/g;

/**
 * What Postgres cannot store (NUL, lone surrogates) or the team could not read: other controls, and marks
 * that turn the direction of the texts after them in a table.
 */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu;

/**
 * What Unicode marks as ignorable, for example a zero-width space, and U+FFF9 to U+FFFC, which stand for
 * annotations and objects. It comes along unseen with what is pasted or dictated.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/gu;

/** The same in a name, without what scripts and emoji need: joiners, variation selectors, and the tags of flags. */
const INVISIBLE_IN_NAME =
  /(?![\p{Join_Control}\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/gu;

/** A character that shows something: no blank, no filler, none that Unicode marks as ignorable. */
const VISIBLE = /[^\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The pattern of an email address (RFC 5321) in these letters, and in these other characters of words. */
function emailPattern(letters: string, others: string): RegExp {
  const word = letters + others;
  const localPart = `[${word}!#$%&'*+/=?^_\`{|}~-]+`;
  const label = `[${word}]([${word}-]*[${word}])?`;
  const topLevel = `[${letters}][${word}-]*[${word}]`;
  return RegExp(`^${localPart}(\\.${localPart})*@(${label}\\.)+${topLevel}$`, 'u');
}

const PLAIN_EMAIL = emailPattern('a-zA-Z', '0-9');

/**
 * Whether a text is an email address, in the letters of any script (RFC 6531), even if the browser has encoded the
 * domain. zod's own rule allows the letters a to z, and no `xn--` at the end. The pattern for all scripts is created
 * when it is needed: on a slow phone, that takes tens of milliseconds.
 */
function isEmail(text: string): boolean {
  return PLAIN_EMAIL.test(text) || emailPattern('\\p{L}', '\\p{M}\\p{N}').test(text);
}

const maxLength = () => z.maxLength(MAX_LENGTH, 'At most 1,000 characters');

/** Removes unreadable and invisible characters and the blanks at both ends. A text that shows nothing becomes blank. */
const text = (invisible = INVISIBLE) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((typed: string) => {
        const kept = typed.replace(WHITE_SPACE_CONTROL, ' ').replace(UNREADABLE, '').replace(invisible, '').trim();
        return VISIBLE.test(kept) ? kept : '';
      }),
      z.string().check(maxLength()),
    ),
  );

/** A text with at least one visible character, or the message. */
const requiredText = (message: string, invisible?: RegExp) =>
  z.pipe(text(invisible), z.string().check(z.minLength(1, message)));

/** Any text; a blank becomes `null`. */
const optionalText = z.pipe(
  text(),
  z.transform((trimmed) => trimmed || null),
);

/** An email address, or blank. Full-width letters become plain ones (NFKC): mail to them does not arrive. */
const optionalEmail = z.pipe(
  z.pipe(
    optionalText,
    z.transform((typed: string | null) => typed?.normalize('NFKC') ?? null),
  ),
  // zod's default message. zod/mini has none.
  z.nullable(z.string().check(maxLength(), z.refine(isEmail, 'Invalid email address'))),
);

type WaitlistField = {
  /** The column in `public.waitlist`. */
  column: string;
  /** What the visitor sees and uses: label, hint, keyboard, autofill. */
  control: Omit<ComponentProps<typeof TextField>, 'name' | 'error'>;
  /** From what the visitor typed to what is saved. */
  rule: z.ZodMiniType<string | null, string>;
};

const EXAMPLE_EMAIL = 'you@example.com';

/**
 * The fields of the form in their order: the one place for their words, rules (docs/product.md, 2),
 * and columns.
 */
export const FIELDS = {
  name: {
    column: 'name',
    control: {
      label: 'Name',
      asterisk: true,
      required: true,
      placeholder: 'Your name',
      autoComplete: 'name',
      autoCapitalize: 'words',
      hint: 'First name is fine',
    },
    rule: requiredText('Name is required', INVISIBLE_IN_NAME),
  },
  phoneNumber: {
    column: 'phone_number',
    control: {
      label: 'Phone Number',
      asterisk: true,
      required: true,
      type: 'tel',
      inputMode: 'tel',
      placeholder: 'Your phone number',
      autoComplete: 'tel',
      hint: 'For a launch-day text',
    },
    rule: requiredText('Phone number is required'),
  },
  // The specified asterisk is decorative: the field may be blank and is not announced as required.
  instagram: {
    column: 'instagram',
    control: {
      label: 'Instagram Handle',
      asterisk: true,
      placeholder: '@username',
      // HTML's token for a screen name. With "off", browsers do not restore the text.
      autoComplete: 'nickname',
      autoCapitalize: 'none',
      spellCheck: false,
      hint: 'May be left blank',
    },
    rule: optionalText,
  },
  email: {
    column: 'email',
    control: {
      label: 'Email',
      type: 'email',
      inputMode: 'email',
      placeholder: EXAMPLE_EMAIL,
      autoComplete: 'email',
      autoCapitalize: 'none',
      spellCheck: false,
      hint: 'Optional',
      correction: `Like ${EXAMPLE_EMAIL}, or leave it blank`,
    },
    rule: optionalEmail,
  },
} as const satisfies Record<string, WaitlistField>;

type Fields = typeof FIELDS;
export type FieldKey = keyof Fields;

export const FIELD_KEYS = Object.keys(FIELDS) as FieldKey[];

/** What the visitor types. */
export type SignUpInput = Record<FieldKey, string>;

/** What is saved: trimmed, `null` for an optional field left blank. */
export type SignUp = { [Key in FieldKey]: z.output<Fields[Key]['rule']> };

/** Builds a value for each field. */
export function mapFields<Value>(toValue: (key: FieldKey) => Value) {
  const entries = FIELD_KEYS.map((key) => [key, toValue(key)]);
  return Object.fromEntries(entries) as Record<FieldKey, Value>;
}

export const BLANK: SignUpInput = mapFields(() => '');

/** From what the visitor types to what is saved, or the messages. */
export const signUpSchema = z.object(
  mapFields((key) => FIELDS[key].rule) as { [Key in FieldKey]: Fields[Key]['rule'] },
);

/** The columns that a visitor may write. */
export type WaitlistRow = {
  [Key in FieldKey as Fields[Key]['column']]: SignUp[Key];
} & { timestamp: string };

/** Maps the form's names to the table's columns; the time is ISO 8601 in UTC. */
export function toRow(signUp: SignUp, submittedAt: Date): WaitlistRow {
  const texts = Object.fromEntries(FIELD_KEYS.map((key) => [FIELDS[key].column, signUp[key]]));
  return { ...(texts as Omit<WaitlistRow, 'timestamp'>), timestamp: submittedAt.toISOString() };
}
