import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import { takeFormDraft } from './form-draft';
import { takePendingSubmit } from './pending-submit';
import { FIELD_KEYS, type FieldKey, mapFields, type SignUpInput } from './waitlist-fields';

/** Each field on its own: an older page may hand over fewer or other fields. */
const draftSchema = z.object(mapFields(() => z.catch(z.optional(z.string()), undefined)));

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
    const draft = draftSchema.safeParse(takeFormDraft()).data ?? {};
    const typed = readTexts(before?.form ?? form);
    // React has replaced the prerendered form when a translation had changed its texts.
    if (before?.focused && before.form !== form) {
      const field = form.elements.namedItem(before.focused);
      if (field instanceof HTMLElement) field.focus({ preventScroll: true });
    }
    onTyped({ ...withoutBlanks(draft), ...withoutBlanks(typed) });
  }, []);

  // When everything in the form listens to its state: the button goes from busy to busy.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useEffect(() => {
    if (takePendingSubmit()) onSubmitted();
  }, []);
}

/** The form's texts as they stand in the page, whether or not any event told of them. */
export function readTexts(form: HTMLFormElement): Partial<SignUpInput> {
  const data = new FormData(form);
  return Object.fromEntries(
    FIELD_KEYS.map((key) => [key, data.get(key)]).filter(([, text]) => typeof text === 'string'),
  );
}

/** The form that is in the page before React renders its own, and the name of the field in use. */
function findForm() {
  if (typeof document === 'undefined') return undefined;
  const form = document.querySelector<HTMLFormElement>('form#waitlist');
  const field = document.activeElement;
  return form && { form, focused: field instanceof HTMLInputElement ? field.name : undefined };
}

function withoutBlanks(texts: Partial<Record<FieldKey, string | undefined>>): Partial<SignUpInput> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
}
