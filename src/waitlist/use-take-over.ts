import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { readTexts, takeOver } from './early-save';
import type { SignUp, SignUpInput } from './fields';

/**
 * Reads the form's values at hydration. Then shows the outcome of a save that has begun, and
 * submits if a submit is pending.
 */
export function useTakeOver(
  element: RefObject<HTMLFormElement | null>,
  adopt: (texts: SignUpInput) => void,
  submit: () => void,
  showOutcome: (signUp: SignUp, saving: Promise<void>) => void,
): void {
  const [before] = useState(findForm);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over
  useLayoutEffect(() => {
    const form = element.current;
    if (!form) return;
    adopt(readTexts(before?.form ?? form));
    // React replaces the prerendered form when a translation has changed its texts.
    if (!before?.focused) return;
    const field = form.elements.namedItem(before.focused);
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  }, []);

  // When all components of the form have subscribed to its state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over
  useEffect(() => {
    // What was typed since: until now, React receives no event of the form. A form of React's own may
    // not show yet what was adopted.
    if (before && before.form === element.current) adopt(readTexts(before.form));
    const { earlySave, isPending } = takeOver();
    if (earlySave) showOutcome(earlySave.signUp, earlySave.saving);
    if (isPending) submit();
  }, []);
}

/** The form in the page before React renders its own, and the name of the field in use. */
function findForm() {
  if (typeof document === 'undefined') return undefined;
  const form = document.querySelector<HTMLFormElement>('form#waitlist');
  const field = document.activeElement;
  return form && { form, focused: field instanceof HTMLInputElement ? field.name : undefined };
}
