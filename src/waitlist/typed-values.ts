import * as z from 'zod/mini';
import { FIELDS } from './waitlist-fields';
import type { SignUpInput } from './waitlist-schema';

const keptState = z.object({
  kept: z.object({
    name: z.string(),
    phoneNumber: z.string(),
    instagram: z.string(),
    email: z.string(),
  }),
});

/** The form's texts as they stand in the page, whether or not anything told of them. */
export function textsIn(form: HTMLFormElement): Partial<SignUpInput> {
  const data = new FormData(form);
  return Object.fromEntries(
    FIELDS.map(({ name }) => [name, data.get(name)]).filter(([, text]) => typeof text === 'string'),
  );
}

/**
 * Reloads the page and hands what was typed over to it, through the history entry: browsers keep it
 * in memory for this tab, it is neither storage nor part of an address.
 */
export function reloadKeeping(kept: SignUpInput): void {
  window.history.replaceState({ ...window.history.state, kept }, '');
  window.location.reload();
}

/** What the page before a reload handed over, once; `undefined` when it did not. */
export function takeKeptValues(): SignUpInput | undefined {
  const { data } = keptState.safeParse(window.history.state);
  if (!data) return undefined;
  window.history.replaceState({ ...window.history.state, kept: undefined }, '');
  return data.kept;
}
