import type { QueryClient } from '@tanstack/react-query';
import { joinWaitlist } from './save-sign-up';
import { FIELD_KEYS, type SignUpInput } from './waitlist-fields';
import { signUpSchema } from './waitlist-schema';

let earlySave: Promise<void> | undefined;
let takeOver = () => {};
const takenOver = new Promise<void>((resolve) => {
  takeOver = resolve;
});

/**
 * Saves a pending submit before React handles the form. A form with invalid texts is left to React,
 * which marks them.
 */
export function saveEarly(client: QueryClient): void {
  const { dataset } = document.documentElement;
  const save = () => {
    const form = document.querySelector<HTMLFormElement>('form#waitlist');
    if (dataset.submit !== 'pending' || !form) return;
    const { data: signUp } = signUpSchema.safeParse(readTexts(form));
    earlySave = signUp && joinWaitlist(client, signUp, takenOver);
    if (!earlySave) return;
    dataset.submit = 'sent';
    earlySave.catch(() => {
      // A new submit saves again. After hydration, the form has the submit.
      if (dataset.submit) dataset.submit = 'pending';
    });
  };
  save();
  addEventListener('submit', save);
}

/** @returns the save that began before React handles the form, once */
export function takeEarlySave(): Promise<void> | undefined {
  takeOver();
  const taken = earlySave;
  earlySave = undefined;
  return taken;
}

/** The form's values in the page, whether or not an event reported them. */
export function readTexts(form: HTMLFormElement): Partial<SignUpInput> {
  const data = new FormData(form);
  return Object.fromEntries(
    FIELD_KEYS.map((key) => [key, data.get(key)]).filter(([, text]) => typeof text === 'string'),
  );
}
