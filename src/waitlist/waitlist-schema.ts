import * as z from 'zod/mini';

// jitless: zod otherwise probes `new Function`, which the page's CSP reports as a violation.
z.config({ jitless: true });

/** Anything but blanks, fillers and what Unicode says is not to be seen. */
const VISIBLE = /[^\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * What Postgres cannot store or nobody can see (NUL, other controls, lone surrogates) goes; then the
 * ends are trimmed. A text that shows nothing is blank.
 */
const text = z.pipe(
  z.string(),
  z.transform((typed) => {
    const kept = typed.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
    return VISIBLE.test(kept) ? kept : '';
  }),
);

const blankAsNull = z.pipe(
  text,
  z.transform((trimmed) => trimmed || null),
);

/**
 * The form's four texts in, the values to save out (docs/product.md, 3):
 * trimmed, and `null` for an Instagram handle or email left blank.
 */
export const signUpSchema = z.object({
  name: z.pipe(text, z.string().check(z.minLength(1, 'Name is required'))),
  phoneNumber: z.pipe(text, z.string().check(z.minLength(1, 'Phone number is required'))),
  instagram: blankAsNull,
  // zod/mini brings no messages: this is zod's own.
  email: z.pipe(blankAsNull, z.nullable(z.email('Invalid email address'))),
});

/** What the visitor typed. */
export type SignUpInput = z.input<typeof signUpSchema>;

/** What is saved. */
export type SignUp = z.output<typeof signUpSchema>;
