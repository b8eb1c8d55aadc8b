import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { readTexts, takeEarlySave } from './early-save';
import { takePendingSubmit } from './pending-submit';
import type { SignUpInput } from './waitlist-fields';

/**
 * Reads, once, the form's values at hydration. If there is a pending submit, reports the save that
 * has begun, or submits.
 */
export function useTakeOver(
  element: RefObject<HTMLFormElement | null>,
  adopt: (texts: Partial<SignUpInput>) => void,
  submit: () => void,
  report: (saving: Promise<void>) => void,
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
    const isPending = takePendingSubmit();
    const saving = takeEarlySave();
    if (saving) report(saving);
    else if (isPending) submit();
  }, []);
}

/** The form in the page before React renders its own, and the name of the field in use. */
function findForm() {
  if (typeof document === 'undefined') return undefined;
  const form = document.querySelector<HTMLFormElement>('form#waitlist');
  const field = document.activeElement;
  return form && { form, focused: field instanceof HTMLInputElement ? field.name : undefined };
}
