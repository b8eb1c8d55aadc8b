import { FORM, RELOAD_LINK } from './before-hydration';

/**
 * Keeps what the visitor typed when they reload a form that did not load. The history entry contains it
 * meanwhile. Browsers may write the entry to the disk, so the reloaded page removes it at once.
 *
 * The page is reloaded only if it can be reached, because Chromium forgets the entry's state when a
 * reload fails.
 */
export function keepFormDraft(): void {
  const { formDraft, ...state } = window.history.state ?? {};
  if (formDraft) {
    window.history.replaceState(state, '');
    addEventListener('DOMContentLoaded', () => fillIn(formDraft));
  }
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

/** Field by field: if a new version was deployed, its form may have other fields than the draft. */
function fillIn(draft: Record<string, unknown>): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`${FORM} input`)) {
    const text = draft[input.name];
    if (typeof text === 'string') input.value ||= text;
  }
}

/** @throws if the page cannot be reached: then nothing is stored */
async function reload(): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const { ok, status } = await fetch(window.location.href, { cache: 'reload', signal });
  if (!ok) throw new Error(`The page cannot be reloaded now: status ${status}`);
  // The app has arrived meanwhile, and may be saving.
  if (document.documentElement.dataset.app === 'ready') return;
  const form = document.querySelector<HTMLFormElement>(FORM) ?? undefined;
  const formDraft = Object.fromEntries(new FormData(form));
  window.history.replaceState({ ...window.history.state, formDraft }, '');
  window.location.reload();
}
