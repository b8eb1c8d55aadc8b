import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import { takeEarlySubmit } from './early-submit';
import { takeKeptValues } from './kept-values';
import { FIELDS } from './waitlist-fields';
import type { SignUpInput } from './waitlist-schema';

const keptSchema = z.object({
  name: z.string(),
  phoneNumber: z.string(),
  instagram: z.string(),
  email: z.string(),
});

/**
 * Hands over, once, what was typed before the script came or before a reload, as soon as React has
 * rendered the form; and has it submitted if somebody pressed the button before.
 */
export function useTypedEarly(
  element: RefObject<HTMLFormElement | null>,
  onTyped: (typed: Partial<SignUpInput>) => void,
  onSubmitted: () => void,
): void {
  const [before] = useState(findForm);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useLayoutEffect(() => {
    const form = element.current;
    if (!form) return;
    const kept = keptSchema.safeParse(takeKeptValues()).data;
    const typed = Object.entries(readTexts(before?.form ?? form)).filter(([, text]) => text);
    // React has replaced the prerendered form when a translation had changed its texts.
    if (before?.focused && before.form !== form) {
      const field = form.elements.namedItem(before.focused);
      if (field instanceof HTMLElement) field.focus({ preventScroll: true });
    }
    onTyped({ ...kept, ...Object.fromEntries(typed) });
  }, []);

  // When everything in the form listens to its state: the button goes from busy to busy.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useEffect(() => {
    if (takeEarlySubmit()) onSubmitted();
  }, []);
}

/** The form's texts as they stand in the page, whether or not any event told of them. */
export function readTexts(form: HTMLFormElement): Partial<SignUpInput> {
  const data = new FormData(form);
  return Object.fromEntries(
    FIELDS.map(({ name }) => [name, data.get(name)]).filter(([, text]) => typeof text === 'string'),
  );
}

/** The form that is in the page before React renders its own, and the name of the field in use. */
function findForm() {
  if (typeof document === 'undefined') return undefined;
  const form = document.querySelector<HTMLFormElement>('form#waitlist');
  const field = document.activeElement;
  return form && { form, focused: field instanceof HTMLInputElement ? field.name : undefined };
}
