import { FORM } from './form-draft';

/**
 * Returns the prerendered form with the visitor's texts, and the name of the field that has the focus. Call
 * it during the first render: afterwards React may have replaced the form.
 */
export function readPrerendered() {
  if (typeof document === 'undefined') return undefined;
  const form = document.querySelector<HTMLFormElement>(FORM);
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
