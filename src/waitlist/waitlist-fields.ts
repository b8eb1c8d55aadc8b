import type { ComponentProps } from 'react';
import type * as z from 'zod/mini';
import type { TextField } from '../ui/text-field';
import { optionalEmail, optionalText, requiredText } from './waitlist-rules';

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
  /** A valid text for tests, seeds and measurements; the number makes it unique. */
  sample: (n: number) => string;
};

const EXAMPLE_EMAIL = 'you@example.com';

/**
 * The fields of the form in their order: the one place for their words, rules and columns. The
 * schema, the row, the form draft, the samples and the tests follow from it.
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
    rule: optionalEmail,
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
