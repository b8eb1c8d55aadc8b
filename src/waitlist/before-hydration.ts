import { storeDraft } from './form-draft';

/*
 * Until React handles the form, the boot script does. This file sets all states, which are attributes of
 * <html>, and waitlist-form.css shows them:
 * - `data-submitted-at` is the time of a submit that waits for the app. The button looks busy, until the
 *   form is late.
 * - `data-app="late"`: the app failed to load, or a submit has waited for it for ten seconds, and still
 *   waits. The form shows a link that reloads the page.
 * - `data-app="reloading"`: the visitor has followed the link.
 * - `data-app="unreachable"`: the page could not be reached, and is not reloaded.
 * - `data-app="ready"`: React handles the form.
 */

/** The link of a form that did not load completely. */
const RELOAD_LINK = '.waitlist-form-late a';

/** Remembers a submit that comes before the app is ready. The boot script calls it. */
export function rememberSubmit(): void {
  const { dataset } = document.documentElement;
  let timer: ReturnType<typeof setTimeout>;
  // The browser itself does nothing, because the form has `method="dialog"` and is in no dialog.
  addEventListener('submit', () => {
    if (dataset.app === 'ready') return;
    dataset.submittedAt = new Date().toISOString();
    // A form that is late already shows its link, which may be off the screen.
    if (dataset.app) document.querySelector<HTMLElement>(RELOAD_LINK)?.focus();
    clearTimeout(timer);
    timer = setTimeout(() => dataset.submittedAt && setLate(), 10_000);
  });
  // A visitor who types again has not finished: what is typed so far must not be saved.
  addEventListener('input', () => delete dataset.submittedAt);
}

/** Reloads the page when the visitor follows the link of a late form. The boot script calls it. */
export function reloadByLink(): void {
  const { dataset } = document.documentElement;
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.closest(RELOAD_LINK))) return;
    event.preventDefault();
    dataset.app = 'reloading';
    reload().catch((error) => {
      console.error(error);
      if (dataset.app === 'reloading') dataset.app = 'unreachable';
    });
  });
}

/** @throws if the page cannot be reached: a reload would fail, and Chromium would forget the draft */
async function reload(): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const { ok, status } = await fetch(window.location.href, { cache: 'reload', signal });
  if (!ok) throw new Error(`The page cannot be reloaded now: status ${status}`);
  // The app has arrived meanwhile, and may be saving.
  if (document.documentElement.dataset.app === 'ready') return;
  storeDraft();
  window.location.reload();
}

/** Shows that the form did not load. If the app was only slow, a remembered submit is saved when it arrives. */
export function setLate(): void {
  document.documentElement.dataset.app ??= 'late';
}

/** Declares that React handles the form. Returns the time of the remembered submit, once. */
export function setReady(): Date | undefined {
  const { dataset } = document.documentElement;
  const { submittedAt } = dataset;
  delete dataset.submittedAt;
  dataset.app = 'ready';
  return submittedAt ? new Date(submittedAt) : undefined;
}
