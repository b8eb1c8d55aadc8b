/** As long as a save may take (docs/product.md, 3). */
const TIME_LIMIT_MS = 10_000;

/*
 * The script in the document and the app share two attributes of <html>, which CSS matches as well:
 * `data-submit` after a submit that the app has not handled (`pending`, then `sent` while a save
 * that began before React is in progress), and `data-app` (`late` when loading fails or takes too
 * long, `ready` once the app handles the form).
 */

/** Runs with the document: records a submit until the app handles the form. */
export function rememberSubmit(): void {
  const { dataset } = document.documentElement;
  let timer: ReturnType<typeof setTimeout>;
  // Natively a form with `method="dialog"` does nothing.
  addEventListener(
    'submit',
    () => {
      if (dataset.app === 'ready' || dataset.submit === 'sent') return;
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
      if (dataset.submit === 'pending') delete dataset.submit;
    },
    { capture: true },
  );
}

/** Shows that the form did not load. A pending submit still counts if the app arrives later. */
export function showLate(): void {
  document.documentElement.dataset.app = 'late';
}

/** From now on the app handles the form. @returns whether there is a pending submit */
export function takePendingSubmit(): boolean {
  const { dataset } = document.documentElement;
  const isPending = dataset.submit !== undefined;
  delete dataset.submit;
  dataset.app = 'ready';
  return isPending;
}
