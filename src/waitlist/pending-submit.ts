import { reloadWithDraft } from './form-draft';
import { SUBMIT_BUTTON } from './waitlist-words';

declare global {
  interface Window {
    /**
     * Ends the answer to a submit that waits for the form; false from when nobody waits any more. On
     * `window` because the two sides are different scripts: see `answerPendingSubmit`.
     */
    pendingSubmit?: (() => void) | false;
  }
}

/** As long as a save may take (docs/product.md, 3). */
const TIME_LIMIT_MS = 10_000;

/**
 * Runs with the document: a submit that no form handles yet is remembered, and if nothing required
 * is blank, the button says at once that it is being done.
 */
export function answerPendingSubmit(): void {
  addEventListener(
    'submit',
    (event) => {
      if (window.pendingSubmit !== undefined || !(event.target instanceof HTMLFormElement)) return;
      event.preventDefault();
      document.documentElement.classList.remove('app-missing');
      const putBack = isComplete(event.target) ? sayAdding(event.target) : () => {};
      const timer = setTimeout(sayStuck, TIME_LIMIT_MS);
      window.pendingSubmit = () => {
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
      if (!window.pendingSubmit) return;
      window.pendingSubmit();
      delete window.pendingSubmit;
    },
    { capture: true },
  );
}

/** Whether somebody submitted before the form was there to handle it; from now on it is. */
export function takePendingSubmit(): boolean {
  const { pendingSubmit } = window;
  window.pendingSubmit = false;
  if (pendingSubmit) pendingSubmit();
  document.documentElement.classList.remove('app-missing');
  return Boolean(pendingSubmit);
}

/**
 * Has the form say that it did not load, and keep what was typed when it is loaded again. Should it
 * come after all, what was submitted still counts.
 */
export function sayStuck(): void {
  if (window.pendingSubmit) window.pendingSubmit();
  document.documentElement.classList.add('app-missing');
  document.querySelector('.waitlist-form-stuck a')?.addEventListener('click', (event) => {
    event.preventDefault();
    const texts = new FormData(
      document.querySelector<HTMLFormElement>('form#waitlist') ?? undefined,
    );
    reloadWithDraft(Object.fromEntries(texts)).catch(console.error);
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
  Object.assign(button, { textContent: SUBMIT_BUTTON.busy, disabled: true });
  return () => Object.assign(button, { textContent, disabled: false });
}
