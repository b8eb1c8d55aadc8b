declare global {
  interface Window {
    /** On `window` because the two sides are different scripts: see `readFormDraft`. */
    formDraft?: unknown;
  }
}

/**
 * Reloads the page and hands over what was typed through the history entry, which browsers may
 * write to the disk with the session. So it is put there only when the page answers, and is taken out
 * as soon as the page is back.
 *
 * @throws when the page cannot be had: then nothing is reloaded and nothing is put anywhere
 */
export async function reloadWithDraft(values: Record<string, unknown>): Promise<void> {
  const { ok, status } = await fetch(window.location.href, { cache: 'reload' });
  if (!ok) throw new Error(`The page cannot be reloaded now: status ${status}`);
  window.history.replaceState({ ...window.history.state, formDraft: values }, '');
  window.location.reload();
}

/** Runs with the document: moves what the page before a reload handed over out of the history. */
export function readFormDraft(): void {
  const { formDraft, ...state } = window.history.state ?? {};
  if (formDraft === undefined) return;
  window.formDraft = formDraft;
  window.history.replaceState(state, '');
}

/** What the page before a reload handed over, once. */
export function takeFormDraft(): unknown {
  const { formDraft } = window;
  delete window.formDraft;
  return formDraft;
}
