/*
 * The script in the document, the app, and CSS share two attributes of <html>. `data-submitted-at` is
 * the time of a submit that waits for the app. `data-app` is `late` when the app's scripts fail or take
 * too long, and `ready` once React handles the form.
 */

const TIME_LIMIT_MS = 10_000;

/** The link that a form shows when it did not load completely. */
export const RELOAD_LINK = '.waitlist-form-stuck a';

/** Remembers a submit until React handles the form. Call it before the document's body. */
export function rememberSubmit(): void {
  const { dataset } = document.documentElement;
  let timer: ReturnType<typeof setTimeout>;
  // Natively a form with `method="dialog"` does nothing.
  addEventListener('submit', () => {
    if (dataset.app === 'ready') return;
    dataset.submittedAt = new Date().toISOString();
    // The form shows already that it did not load: the way out is its link.
    if (dataset.app === 'late') document.querySelector<HTMLElement>(RELOAD_LINK)?.focus();
    clearTimeout(timer);
    timer = setTimeout(() => dataset.submittedAt && showLate(), TIME_LIMIT_MS);
  });
  // A visitor who continues to type has not finished: no partial value is saved before a new submit.
  addEventListener('input', () => delete dataset.submittedAt);
}

/** Shows that the form did not load. A remembered submit counts if the app arrives later. */
export function showLate(): void {
  document.documentElement.dataset.app = 'late';
}

/** From now on React handles the form. @returns the time of the remembered submit */
export function takeOver(): Date | undefined {
  const { dataset } = document.documentElement;
  const { submittedAt } = dataset;
  delete dataset.submittedAt;
  dataset.app = 'ready';
  return submittedAt ? new Date(submittedAt) : undefined;
}
