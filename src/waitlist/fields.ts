import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { TextField } from '../ui/text-field';

// For all schemas of the page: zod otherwise probes `new Function`, which violates the Content-Security-Policy.
z.config({ jitless: true });

/** The database's limit. zod counts code points, as Postgres does. */
const MAX_LENGTH = 1000;

/** Tabs and line breaks. They arrive, for example, with a text that is copied from two cells. */
const TABS_AND_LINE_BREAKS = /[\t-\r\u0085\u2028\u2029]/g;

/**
 * Invisible characters that come with a copied or dictated text: control characters and marks that turn the direction
 * of a text, which the table's policy refuses, too; soft hyphens, spaces of no width, and U+FFFC, which dictation
 * leaves. U+200C and U+200D stay, because names and emoji need them.
 */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2060\ufeff\ufffc]/gu;

/**
 * An email address. The table's policy has the same pattern. It refuses `ada@example.com.`, because phones turn two taps
 * of the space bar into a full stop.
 */
export const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/u;

/** Returns a text without invisible characters and the blanks at both ends. */
const clean = (text: string) => text.replace(TABS_AND_LINE_BREAKS, ' ').replace(INVISIBLE, '').trim();

/**
 * Makes a text that nobody types, such as a campaign in the page's address, one that the database accepts: it is cleaned
 * and cut. A blank or missing one becomes `null`.
 */
export function acceptableText(text: string | null): string | null {
  return [...clean(text ?? '')].slice(0, MAX_LENGTH).join('') || null;
}

/** What is typed, cleaned. */
const cleanText = z.pipe(
  z.pipe(z.string(), z.transform(clean)),
  z.string().check(z.maxLength(MAX_LENGTH, 'At most 1,000 characters')),
);

/** A text that must not be blank, and the message if it is. */
const requiredText = (message: string) => z.pipe(cleanText, z.string().check(z.minLength(1, message)));

/** Any text; a blank becomes `null`. */
const optionalText = z.pipe(
  cleanText,
  z.transform((cleaned) => cleaned || null),
);

/** An email address, or blank. The message is zod's own, and an example. It fits beside the label on a phone. */
const optionalEmail = z.pipe(
  optionalText,
  z.nullable(z.string().check(z.regex(EMAIL, 'Invalid email address. Like a@b.com'))),
);

/**
 * The fields in the form's order. Parsing turns what the visitor types into what is saved, or into the messages
 * ("The form" in docs/product.md). The keys are also the names of the columns, except those that `toRow` maps.
 */
export const signUpSchema = z.object({
  name: requiredText('Name is required'),
  phoneNumber: requiredText('Phone number is required'),
  instagram: optionalText,
  email: optionalEmail,
});

/** What the visitor types. */
export type FormValues = z.input<typeof signUpSchema>;

export type FieldKey = keyof FormValues;

export const FIELD_KEYS = z.keyof(signUpSchema).options;

export const BLANK: FormValues = { name: '', phoneNumber: '', instagram: '', email: '' };

/** Returns the columns that a visitor may write. The time is ISO 8601 in UTC. */
export function toRow({ phoneNumber, ...rest }: z.output<typeof signUpSchema>, submittedAt: Date) {
  return { ...rest, phone_number: phoneNumber, timestamp: submittedAt.toISOString() };
}

/** A sign-up as the page sends it. An optional field left blank is `null`. */
export type WaitlistRow = ReturnType<typeof toRow>;

/** The label and the input of a field: what the visitor sees, and what keyboards and autofill use. */
type Input = Omit<ComponentProps<typeof TextField>, 'name' | 'error'>;

export const INPUTS: Record<FieldKey, Input> = {
  name: {
    label: 'Name',
    asterisk: true,
    required: true,
    placeholder: 'Your name',
    autoComplete: 'name',
    autoCapitalize: 'words',
    autoCorrect: 'off',
    spellCheck: false,
    hint: 'First name is fine',
  },
  phoneNumber: {
    label: 'Phone Number',
    asterisk: true,
    required: true,
    type: 'tel',
    inputMode: 'tel',
    placeholder: 'Your phone number',
    autoComplete: 'tel',
    hint: 'For a launch-day text',
  },
  // The asterisk is decorative ("The form" in docs/product.md): the field is not required, nor announced as required.
  instagram: {
    label: 'Instagram Handle',
    asterisk: true,
    placeholder: '@username',
    // No `autoComplete`: with `nickname`, browsers fill in the nickname of the visitor's contact card.
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    hint: 'May be left blank',
  },
  email: {
    label: 'Email',
    type: 'email',
    inputMode: 'email',
    placeholder: 'you@example.com',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    hint: 'Optional',
  },
};
