import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { Database } from '../lib/database.types';
import type { TextField } from '../ui/text-field';

// jitless: zod otherwise probes `new Function`, which the page's CSP reports as a violation.
z.config({ jitless: true });

/** Anything but blanks, fillers and code points that Unicode marks as ignorable. */
const VISIBLE = /[^\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Removes what Postgres cannot store or is invisible (NUL, other controls, lone surrogates), then
 * trims the ends. A text that shows nothing becomes blank.
 */
const text = z.pipe(
  z.string(),
  z.transform((typed) => {
    const kept = typed.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
    return VISIBLE.test(kept) ? kept : '';
  }),
);

/** A text with at least one visible character, or the message. */
const requiredText = (message: string) => z.pipe(text, z.string().check(z.minLength(1, message)));

/** Any text; a blank becomes `null`. */
const optionalText = z.pipe(
  text,
  z.transform((trimmed) => trimmed || null),
);

type WaitlistField = {
  /** The column in `public.waitlist`. */
  column: string;
  /** What the visitor sees and uses: words, keyboard, autofill. */
  control: Omit<
    ComponentProps<typeof TextField>,
    'name' | 'value' | 'error' | 'onBlur' | 'onValueChange'
  >;
  /** From what the visitor typed to what is saved. */
  rule: z.ZodMiniType<string | null, string>;
  /** A valid text for tests and the seed; the number makes it unique. */
  sample: (n: number) => string;
};

const EXAMPLE_EMAIL = 'you@example.com';

/**
 * The fields of the form in their order: the one place for their words, rules (docs/product.md, 3),
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
    rule: requiredText('Name is required'),
    sample: (n) => `Robin Example ${n}`,
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
    sample: (n) => `+1 (555) ${n}`,
  },
  // The specified asterisk is decorative: the field may be blank and is not announced as required.
  instagram: {
    column: 'instagram',
    control: {
      label: 'Instagram Handle',
      asterisk: true,
      placeholder: '@username',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      hint: 'May be left blank',
    },
    rule: optionalText,
    sample: (n) => `@robin${n}`,
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
    // zod/mini has no messages; this one is zod's default.
    rule: z.pipe(optionalText, z.nullable(z.email('Invalid email address'))),
    sample: (n) => `robin.${n}@example.com`,
  },
} as const satisfies Record<string, WaitlistField>;

type Fields = typeof FIELDS;
export type FieldKey = keyof Fields;

export const FIELD_KEYS = Object.keys(FIELDS) as FieldKey[];

/** Explains the asterisk. The handle, which has a decorative one, has a hint beside it. */
export const ASTERISK_NOTE = 'Required';

/** What the visitor types. */
export type SignUpInput = Record<FieldKey, string>;

/** What is saved: trimmed, `null` for an optional field left blank. */
export type SignUp = { [Key in FieldKey]: z.output<Fields[Key]['rule']> };

/** Builds a value for each field. */
export function mapFields<Value>(toValue: (key: FieldKey) => Value): Record<FieldKey, Value> {
  return Object.fromEntries(FIELD_KEYS.map((key) => [key, toValue(key)])) as Record<
    FieldKey,
    Value
  >;
}

export const BLANK: SignUpInput = mapFields(() => '');

/** A valid sign-up with every field filled in; each number gives another person. */
export function sampleSignUp(n: number): SignUpInput {
  return mapFields((key) => FIELDS[key].sample(n));
}

type Rules = { [Key in FieldKey]: Fields[Key]['rule'] };

/** From what the visitor types to what is saved, or the messages. */
export const signUpSchema = z.object(mapFields((key) => FIELDS[key].rule) as Rules);

/** The columns that a visitor may write. */
export type WaitlistRow = Pick<
  Database['public']['Tables']['waitlist']['Insert'],
  Fields[FieldKey]['column'] | 'timestamp'
>;

/** Maps the form's names to the table's columns; the time is ISO 8601 in UTC. */
export function toRow(signUp: SignUp, submittedAt: Date): WaitlistRow {
  const texts = Object.fromEntries(FIELD_KEYS.map((key) => [FIELDS[key].column, signUp[key]]));
  return { ...(texts as Omit<WaitlistRow, 'timestamp'>), timestamp: submittedAt.toISOString() };
}
