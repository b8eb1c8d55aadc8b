import type { QueryClient } from '@tanstack/react-query';
import { FIELD_KEYS, mapFields, type SignUp, type SignUpInput, signUpSchema } from './fields';
import { joinWaitlist } from './save-sign-up';

/** The last save that began before React handles the form. */
let earlySave: { signUp: SignUp; saving: Promise<void> } | undefined;

/**
 * Saves a pending submit before React handles the form, and lets CSS show its success. A form with
 * invalid texts is left to React, which marks them.
 */
export function saveEarly(client: QueryClient): void {
  const { dataset } = document.documentElement;
  const save = () => {
    const form = document.querySelector<HTMLFormElement>('form#waitlist');
    if (dataset.submit !== 'pending' || !form) return;
    const { data: signUp } = signUpSchema.safeParse(readTexts(form));
    if (!signUp) return;
    dataset.submit = 'sent';
    const saving = joinWaitlist(client, signUp);
    earlySave = { signUp, saving };
    const show = (outcome: 'stored' | 'failed') => {
      // After hydration, the form shows the outcome.
      if (dataset.submit !== 'sent') return;
      dataset.submit = outcome;
      // What was typed since stays.
      if (outcome === 'stored' && isSame(readTexts(form), signUp)) form.reset();
    };
    saving.then(
      () => show('stored'),
      () => show('failed'),
    );
  };
  save();
  addEventListener('submit', save);
}

/**
 * From now on the app handles the form.
 *
 * @returns the save that has begun, and whether a submit still waits for the app
 */
export function takeOver() {
  const { dataset } = document.documentElement;
  const taken = { earlySave, isPending: dataset.submit === 'pending' };
  earlySave = undefined;
  delete dataset.submit;
  dataset.app = 'ready';
  return taken;
}

/** Whether these texts are those of a sign-up. */
export function isSame(texts: SignUpInput, signUp: SignUp): boolean {
  const { data } = signUpSchema.safeParse(texts);
  return FIELD_KEYS.every((key) => data?.[key] === signUp[key]);
}

/** The form's values in the page, whether or not an event reported them. */
export function readTexts(form: HTMLFormElement): SignUpInput {
  const data = new FormData(form);
  return mapFields((key) => String(data.get(key) ?? ''));
}
