import { RELOAD_LINK } from '../waitlist/before-hydration';

/**
 * Keeps the form draft when a visitor reloads a form that did not load. Browsers may write the history
 * entry that contains it to the disk: it is set only if the page is available, and removed at once.
 */
export function keepDraft(): void {
  const { formDraft, ...state } = window.history.state ?? {};
  if (formDraft) {
    window.history.replaceState(state, '');
    addEventListener('DOMContentLoaded', () => fillIn(formDraft));
  }
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.closest(RELOAD_LINK))) return;
    event.preventDefault();
    reload().catch(console.error);
  });
}

/** Field by field: the draft of an older page may have fewer or other fields. */
function fillIn(draft: Record<string, unknown>): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('form#waitlist input')) {
    const text = draft[input.name];
    if (typeof text === 'string') input.value ||= text;
  }
}

/** @throws if the page is not available: then nothing is reloaded and nothing is stored */
async function reload(): Promise<void> {
  const { ok, status } = await fetch(window.location.href, { cache: 'reload' });
  if (!ok) throw new Error(`The page cannot be reloaded now: status ${status}`);
  const form = document.querySelector<HTMLFormElement>('form#waitlist') ?? undefined;
  const formDraft = Object.fromEntries(new FormData(form));
  window.history.replaceState({ ...window.history.state, formDraft }, '');
  window.location.reload();
}
