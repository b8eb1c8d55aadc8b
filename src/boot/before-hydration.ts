/*
 * The form until React handles it. The boot script and the app are two builds that share no variable. They share
 * these attributes of <html>, which waitlist-form.css shows. src/waitlist/take-over.ts is the app's half.
 *
 * Attribute           Value        Set when                                 The visitor sees      Ends when
 * data-submitted-at   a time       a submit comes before the app            a busy button         a text changes, or the
 *                                                                           (unless late)         app takes the form over
 * data-app            late         the app fails, or a submit has waited    a link that reloads   the app takes the form
 *                                  for ten seconds                          the page              over
 *                     unreachable  the reload fails                         the link, and that    (the same)
 *                                                                           nothing is lost
 *                     ready        the app takes the form over              a form that works     never
 */

import { abortAfter, runFor } from '../lib/running-time';

const WAIT_LIMIT_SECONDS = 10;

/** The link of a late form. */
const RELOAD_LINK = '.waitlist-form-late a';

const { dataset } = document.documentElement;

const formOnPage = () => document.forms.namedItem('waitlist');

/** What is typed, by the names of the fields. */
const typed = () => Object.fromEntries(new FormData(formOnPage() ?? undefined));

/** Remembers a submit that comes before the app is ready. */
export function rememberSubmit(): void {
  let pressed: string;
  // The browser itself does nothing, because the form has `method="dialog"` and is in no dialog.
  addEventListener('submit', ({ target }) => {
    if (target !== formOnPage() || dataset.app === 'ready') return;
    // A form that is late already shows its link, which may be off the screen.
    if (dataset.app) document.querySelector<HTMLElement>(RELOAD_LINK)?.focus();
    // Another press of a busy button.
    if (dataset.submittedAt) return;
    pressed = JSON.stringify(typed());
    const submittedAt = new Date().toISOString();
    dataset.submittedAt = submittedAt;
    void runFor(WAIT_LIMIT_SECONDS).then(() => dataset.submittedAt === submittedAt && setLate());
  });
  // A visitor who types again has not finished: what is typed so far must not be saved. Password managers and
  // extensions send this event also when no text changes.
  addEventListener('input', () => {
    if (dataset.submittedAt && JSON.stringify(typed()) !== pressed) delete dataset.submittedAt;
  });
}

/** Shows that the form did not load. If the app was only slow, a remembered submit is saved when it arrives. */
export function setLate(): void {
  dataset.app ??= 'late';
}

/** Reloads the page when the visitor follows the link of a late form. */
export function reloadByLink(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest(RELOAD_LINK);
    if (!link) return;
    event.preventDefault();
    link.setAttribute('aria-busy', 'true');
    reload()
      .catch((error) => {
        console.error(error);
        if (dataset.app !== 'ready') dataset.app = 'unreachable';
      })
      .finally(() => link.removeAttribute('aria-busy'));
  });
}

/**
 * Reloads the page. Meanwhile the history entry has what is typed: the draft.
 *
 * @throws if the page cannot be reached: a reload would fail, and Chromium would forget the draft
 */
async function reload(): Promise<void> {
  const signal = abortAfter(WAIT_LIMIT_SECONDS);
  const { ok, status } = await fetch(window.location.href, { cache: 'reload', signal });
  if (!ok) throw new Error(`The page cannot be reloaded now: status ${status}`);
  // The app has arrived meanwhile, and may be saving.
  if (dataset.app === 'ready') return;
  window.history.replaceState({ ...window.history.state, formDraft: typed() }, '');
  window.location.reload();
}

/**
 * Moves the draft from the history entry into the reloaded form, if there is one. Browsers may write the
 * entry to the disk, so it loses the draft at once.
 */
export function restoreDraft(): void {
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
