import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { takePendingSubmit } from './pending-submit';
import { FIELD_KEYS, type SignUpInput } from './waitlist-fields';

/**
 * Hands over, once, what is in the form when React takes it over, and submits if somebody pressed
 * the button before.
 */
export function useTakeOver(
  element: RefObject<HTMLFormElement | null>,
  adopt: (texts: Partial<SignUpInput>) => void,
  submit: () => void,
): void {
  const [before] = useState(findForm);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over
  useLayoutEffect(() => {
    const form = element.current;
    if (!form) return;
    adopt(readTexts(before?.form ?? form));
    // React replaces the prerendered form when a translation has changed its texts.
    if (!before?.focused || before.form === form) return;
    const field = form.elements.namedItem(before.focused);
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  }, []);

  // When all components of the form have subscribed to its state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over
  useEffect(() => {
    if (takePendingSubmit()) submit();
  }, []);
}

/** The form's texts as they stand in the page, whether or not an event announced them. */
export function readTexts(form: HTMLFormElement): Partial<SignUpInput> {
  const data = new FormData(form);
  return Object.fromEntries(
    FIELD_KEYS.map((key) => [key, data.get(key)]).filter(([, text]) => typeof text === 'string'),
  );
}

/** The form in the page before React renders its own, and the name of the field in use. */
function findForm() {
  if (typeof document === 'undefined') return undefined;
  const form = document.querySelector<HTMLFormElement>('form#waitlist');
  const field = document.activeElement;
  return form && { form, focused: field instanceof HTMLInputElement ? field.name : undefined };
}
