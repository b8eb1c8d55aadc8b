/*
 * The draft is what the visitor typed into a form that did not load. While the page is reloaded, the
 * history entry contains it. Browsers may write the entry to the disk, so the reloaded page removes it at
 * once.
 */

export const FORM = 'form#waitlist';

/** Puts what is typed into the history entry. */
export function storeDraft(): void {
  const form = document.querySelector<HTMLFormElement>(FORM) ?? undefined;
  const formDraft = Object.fromEntries(new FormData(form));
  window.history.replaceState({ ...window.history.state, formDraft }, '');
}

/** Moves the draft from the history entry into the form, if there is one. The boot script calls it. */
export function takeDraft(): void {
  const { formDraft, ...state } = window.history.state ?? {};
  if (!formDraft) return;
  window.history.replaceState(state, '');
  addEventListener('DOMContentLoaded', () => fillIn(formDraft));
}

/** Field by field: if a new version was deployed, its form may have other fields than the draft. */
function fillIn(draft: Record<string, unknown>): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`${FORM} input`)) {
    const text = draft[input.name];
    if (typeof text === 'string') input.value ||= text;
  }
}
