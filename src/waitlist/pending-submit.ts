/** As long as a save may take, retries and the pauses before them included (docs/product.md, 3). */
export const TIME_LIMIT_MS = 10_000;

/*
 * The script in the document, the app, and CSS share two attributes of <html>. `data-submit` is set
 * after a submit that the app does not handle: `pending`, then `sent` while a save that began before
 * React is in progress, then `stored` or `failed`. `data-app` is `late` when loading fails or takes
 * too long, and `ready` once the app handles the form.
 */

/** Runs with the document: records a submit until the app handles the form. */
export function rememberSubmit(): void {
  const { dataset } = document.documentElement;
  let timer: ReturnType<typeof setTimeout>;
  // Natively a form with `method="dialog"` does nothing.
  addEventListener(
    'submit',
    ({ target }) => {
      const { app, submit } = dataset;
      if (app === 'ready' || submit === 'sent') return;
      // A second press on a form that was stored and is empty.
      if (submit === 'stored' && !holdsText(target)) return;
      dataset.submit = 'pending';
      delete dataset.app;
      clearTimeout(timer);
      timer = setTimeout(() => dataset.submit && showLate(), TIME_LIMIT_MS);
    },
    { capture: true },
  );
  // A visitor who continues to type has not finished: no partial value is sent before a new submit.
  addEventListener(
    'input',
    () => {
      if (dataset.submit !== 'sent') delete dataset.submit;
    },
    { capture: true },
  );
}

/** Shows that the form did not load. A pending submit still counts if the app arrives later. */
export function showLate(): void {
  document.documentElement.dataset.app = 'late';
}

function holdsText(form: EventTarget | null): boolean {
  return form instanceof HTMLFormElement && [...new FormData(form).values()].some(Boolean);
}
