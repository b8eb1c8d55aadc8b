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

const formOnPage = () => document.forms.namedItem('waitlist');

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

/** Shows that the form did not load. If the app was only slow, a remembered submit is saved when it arrives. */
export function setLate(): void {
  document.documentElement.dataset.app ??= 'late';
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

/**
 * Reloads the page. Meanwhile the history entry has what is typed: the draft.
 *
 * @throws if the page cannot be reached: a reload would fail, and Chromium would forget the draft
 */
async function reload(): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const { ok, status } = await fetch(window.location.href, { cache: 'reload', signal });
  if (!ok) throw new Error(`The page cannot be reloaded now: status ${status}`);
  // The app has arrived meanwhile, and may be saving.
  if (document.documentElement.dataset.app === 'ready') return;
  const formDraft = Object.fromEntries(new FormData(formOnPage() ?? undefined));
  window.history.replaceState({ ...window.history.state, formDraft }, '');
  window.location.reload();
}

/**
 * Moves the draft from the history entry into the reloaded form, if there is one. Browsers may write the
 * entry to the disk, so it loses the draft at once. The boot script calls it.
 */
export function takeDraft(): void {
  const { formDraft, ...state } = window.history.state ?? {};
  if (!formDraft) return;
  window.history.replaceState(state, '');
  addEventListener('DOMContentLoaded', () => {
    // Field by field: if a new version was deployed, its form may have other fields than the draft.
    for (const input of formOnPage()?.querySelectorAll('input') ?? []) {
      const text: unknown = formDraft[input.name];
      if (typeof text === 'string') input.value ||= text;
    }
  });
}

/**
 * Returns the prerendered form with the visitor's texts, and the name of the field that has the focus. Call
 * it during the first render: afterwards React may have replaced the form.
 */
export function readPrerendered() {
  if (typeof document === 'undefined') return undefined;
  const form = formOnPage();
  const { activeElement: active } = document;
  return form && { form, focused: active instanceof HTMLInputElement ? active.name : '' };
}

type Prerendered = ReturnType<typeof readPrerendered>;

/** Focuses the same field again. If a translation has changed the form, React replaces it. */
export function restoreFocus(prerendered: Prerendered, form: HTMLFormElement | null): void {
  if (!prerendered || prerendered.form === form) return;
  const field = form?.elements.namedItem(prerendered.focused);
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
}

/** Declares that React handles the form. Returns the time of the remembered submit, once. */
export function setReady(): Date | undefined {
  const { dataset } = document.documentElement;
  const { submittedAt } = dataset;
  delete dataset.submittedAt;
  dataset.app = 'ready';
  return submittedAt ? new Date(submittedAt) : undefined;
}
