/*
 * How React takes over the prerendered form, with what the visitor has done before. src/before-react.ts lists the
 * attributes of <html>.
 */

type Prerendered = { form: HTMLFormElement; focused: string };

/**
 * Returns the prerendered form, and the name of the field that has the focus. Call it during the first render:
 * afterwards React may have replaced the form.
 */
export function readPrerendered(): Prerendered | undefined {
  if (typeof document === 'undefined') return undefined;
  const form = document.forms.namedItem('waitlist');
  const { activeElement: active } = document;
  return form ? { form, focused: active instanceof HTMLInputElement ? active.name : '' } : undefined;
}

/** Moves the texts and the focus into React's form, if it is another one: React replaces a form that is translated. */
export function copyTyped({ form: prerendered, focused }: Prerendered, form: HTMLFormElement): void {
  if (prerendered === form) return;
  for (const { name, value } of prerendered.querySelectorAll('input')) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    field.value = value;
    if (name === focused) field.focus({ preventScroll: true });
  }
}

/** Declares that React handles the form. Returns the time of a submit that waits. */
export function takeOverSubmit(): Date | undefined {
  const { dataset } = document.documentElement;
  dataset.app = 'ready';
  return dataset.submittedAt ? new Date(dataset.submittedAt) : undefined;
}
