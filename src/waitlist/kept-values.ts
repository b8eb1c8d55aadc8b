import * as z from 'zod/mini';
import type { SignUpInput } from './waitlist-schema';

const keptState = z.object({
  kept: z.object({
    name: z.string(),
    phoneNumber: z.string(),
    instagram: z.string(),
    email: z.string(),
  }),
});

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
