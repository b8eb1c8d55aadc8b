import { reloadKeeping } from './kept-values';
import { BUTTON } from './waitlist-fields';

declare global {
  interface Window {
    /**
     * Ends the answer to a submit that waits for the form; false from when nobody waits any more. On
     * `window` because the two sides are different scripts: see `answerEarlySubmit`.
     */
    submittedEarly?: (() => void) | false;
  }
}

/** As long as a save may take (docs/product.md, 3). */
const TIME_LIMIT_MS = 10_000;

/**
 * Runs with the document: a submit that no form handles yet is remembered, and if nothing required
 * is blank, the button says at once that it is being done.
 */
export function answerEarlySubmit(): void {
  addEventListener(
    'submit',
    (event) => {
      if (window.submittedEarly !== undefined || !(event.target instanceof HTMLFormElement)) return;
      event.preventDefault();
      document.documentElement.classList.remove('app-missing');
      const putBack = isComplete(event.target) ? sayAdding(event.target) : () => {};
      const timer = setTimeout(sayStuck, TIME_LIMIT_MS);
      window.submittedEarly = () => {
        clearTimeout(timer);
        putBack();
      };
    },
    { capture: true },
  );
  // Who goes on typing has not finished: nothing half typed is sent, and a new press counts.
  addEventListener(
    'input',
    () => {
      if (!window.submittedEarly) return;
      window.submittedEarly();
      delete window.submittedEarly;
    },
    { capture: true },
  );
}

/** Whether somebody submitted before the form was there to handle it; from now on it is. */
export function takeEarlySubmit(): boolean {
  const { submittedEarly } = window;
  window.submittedEarly = false;
  if (submittedEarly) submittedEarly();
  document.documentElement.classList.remove('app-missing');
  return Boolean(submittedEarly);
}

/**
 * Has the form say that it did not load, and keep what was typed when it is loaded again. Should it
 * come after all, what was submitted still counts.
 */
export function sayStuck(): void {
  if (window.submittedEarly) window.submittedEarly();
  document.documentElement.classList.add('app-missing');
  document.querySelector('.waitlist-form-stuck a')?.addEventListener('click', (event) => {
    event.preventDefault();
    const texts = new FormData(
      document.querySelector<HTMLFormElement>('form#waitlist') ?? undefined,
    );
    reloadKeeping(Object.fromEntries(texts)).catch(console.error);
  });
}

function isComplete(form: HTMLFormElement): boolean {
  const required = form.querySelectorAll<HTMLInputElement>('[aria-required=true]');
  return Array.from(required).every(({ value }) => value.trim());
}

/** @returns what puts the button back */
function sayAdding(form: HTMLFormElement): () => void {
  const button = form.querySelector('button');
  if (!button) return () => {};
  const { textContent } = button;
  Object.assign(button, { textContent: BUTTON.busy, disabled: true });
  return () => Object.assign(button, { textContent, disabled: false });
}
