import { RELOAD_LINK } from '../waitlist/before-hydration';

/**
 * Keeps what the visitor typed when they reload a form that did not load. The history entry contains it
 * meanwhile. Browsers may write the entry to the disk, so the reloaded page removes it at once.
 *
 * The page is reloaded only if it can be reached, because Chromium forgets the entry's state when a
 * reload fails. `data-reload` of <html> shows the visitor that a reload is `pending`, or has `failed`.
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
    dataset.reload = 'pending';
    reload().catch((error) => {
      console.error(error);
      dataset.reload = 'failed';
    });
  });
}

/** Field by field: if a new version was deployed, its form may have other fields than the draft. */
function fillIn(draft: Record<string, unknown>): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('form#waitlist input')) {
    const text = draft[input.name];
    if (typeof text === 'string') input.value ||= text;
  }
}

/** @throws if the page cannot be reached: then nothing is stored */
async function reload(): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const { ok, status } = await fetch(window.location.href, { cache: 'reload', signal });
  if (!ok) throw new Error(`The page cannot be reloaded now: status ${status}`);
  const form = document.querySelector<HTMLFormElement>('form#waitlist') ?? undefined;
  const formDraft = Object.fromEntries(new FormData(form));
  window.history.replaceState({ ...window.history.state, formDraft }, '');
  window.location.reload();
}
