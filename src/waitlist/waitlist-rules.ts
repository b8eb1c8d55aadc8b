import * as z from 'zod/mini';

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

/** A text with at least one visible character; `message` is the error (docs/product.md, 3). */
export const requiredText = (message: string) =>
  z.pipe(text, z.string().check(z.minLength(1, message)));

/** Any text; a blank becomes `null`. */
export const optionalText = z.pipe(
  text,
  z.transform((trimmed) => trimmed || null),
);

/** An email address; a blank becomes `null`. zod/mini has no messages: this one is zod's default. */
export const optionalEmail = z.pipe(optionalText, z.nullable(z.email('Invalid email address')));
