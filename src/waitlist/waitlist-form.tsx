import { revalidateLogic, useForm } from '@tanstack/react-form';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { capture } from '../analytics/analytics';
import { idle } from '../lib/next-task';
import { Button } from '../ui/button';
import { showToast } from '../ui/show-toast';
import { TextField } from '../ui/text-field';
import { takeOver } from './before-hydration';
import {
  ASTERISK_NOTE,
  BLANK,
  FIELD_KEYS,
  FIELDS,
  type FieldKey,
  type SignUpInput,
  signUpSchema,
} from './fields';
import { SaveError, useSave } from './save';
import { Ticket } from './ticket';
import { STATUS, SUBMIT_BUTTON, TICKET, TOAST } from './words';
import './waitlist-form.css';

/** A busy browser has painted the ticket by then. */
const IDLE_LIMIT_MS = 200;

type Status = { is: keyof typeof STATUS; text: string; count: number };

/** The waitlist form (docs/product.md, 3): validates, saves once, and shows the outcome. */
export function WaitlistForm() {
  const element = useRef<HTMLFormElement>(null);
  const ticket = useRef<HTMLDivElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const isStarted = useRef(false);
  const [before] = useState(formBefore);
  const [status, setStatus] = useState<Status>({ is: 'idle', text: '', count: 0 });
  const [holder, setHolder] = useState<{ name: string; count: number }>();

  const save = useSave({
    onSuccess: async (signUp, { texts }) => {
      // One paint has the ticket and the idle button, and nothing else.
      flushSync(() => {
        setHolder((last) => ({ name: signUp.name, count: (last?.count ?? 0) + 1 }));
        announce('idle');
      });
      if (isAttended(element.current)) {
        ticket.current?.focus({ preventScroll: true });
        // Browsers differ in where a focus scrolls to.
        ticket.current?.closest('section')?.scrollIntoView({ block: 'start' });
      }
      await idle(IDLE_LIMIT_MS);
      void showToast('success', ...TOAST.success);
      // What was typed since stays. Orca announces a focused field again when it is emptied: not earlier.
      if (isSame(form.state.values, texts)) form.reset();
      capture('waitlist_signup', {
        name: signUp.name,
        has_email: signUp.email !== null,
        // Always true, because the number is required; the specification has it.
        has_phone: signUp.phoneNumber !== '',
        has_instagram: signUp.instagram !== null,
      });
    },
    onError: (error) => {
      console.error(error);
      announce('failed');
      if (isAttended(element.current)) outcome.current?.scrollIntoView({ block: 'end' });
      void showToast('error', ...TOAST.error);
      const reason = error instanceof SaveError ? error.failure : 'refused';
      capture('waitlist_signup_failed', { reason });
    },
  });

  const form = useForm({
    defaultValues: BLANK,
    // Quiet until the first submit, then the messages follow the typing.
    validationLogic: revalidateLogic(),
    validators: { onDynamic: signUpSchema },
    onSubmitMeta: { submittedAt: new Date(0) },
    onSubmitInvalid: ({ formApi }) => {
      announce(
        'invalid',
        invalidText((key) => formApi.getFieldMeta(key)?.errors[0]?.message),
      );
      // A frame later the invalid fields are marked.
      requestAnimationFrame(() => {
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
    },
    onSubmit: async ({ value: texts, meta: { submittedAt } }) => {
      announce('busy');
      // `onError` handles a failure.
      await save.mutateAsync({ texts, submittedAt }).catch(() => {});
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes the form over
  useLayoutEffect(() => {
    adopt(before?.form ?? null);
    // React replaces the prerendered form when a translation has changed its texts.
    if (before && before.form !== element.current) focusField(element.current, before.field);
    const submittedAt = takeOver();
    if (!submittedAt) return;
    // The button stays busy. The words follow, unless a field is invalid.
    announce('busy', '');
    void form.handleSubmit({ submittedAt });
  }, []);

  function announce(is: Status['is'], text: string = STATUS[is]) {
    setStatus((last) => ({ is, text, count: last.count + 1 }));
  }

  function submit() {
    adopt(element.current);
    // Several submits may arrive before the next render.
    if (!form.state.isSubmitting) void form.handleSubmit({ submittedAt: new Date() });
  }

  /** The visible text counts: some autofills, and typing before hydration, report no event. */
  function adopt(shown: HTMLFormElement | null) {
    if (!shown) return;
    const data = new FormData(shown);
    for (const name of FIELD_KEYS) {
      const text = String(data.get(name) ?? '');
      if (text === form.state.values[name]) continue;
      form.setFieldValue(name, text);
      noteFirstEdit();
    }
  }

  function noteFirstEdit() {
    if (isStarted.current) return;
    isStarted.current = true;
    capture('waitlist_form_started', {});
  }

  return (
    <form
      ref={element}
      id="waitlist"
      className="waitlist-form"
      // Nothing happens natively, so that a submit without script puts nothing in the address bar.
      method="dialog"
      noValidate
      onBlur={() => adopt(element.current)}
      // The messages that were announced may not apply any more.
      onInput={() => status.is === 'invalid' && announce('idle')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {holder && <Ticket key={holder.count} ref={ticket} name={holder.name} />}
      <div className="waitlist-form-intro">
        <p>{holder ? TICKET.invitation : 'Ten seconds now, first in later.'}</p>
        <p>
          <span>*</span> {ASTERISK_NOTE}
        </p>
      </div>

      {FIELD_KEYS.map((name) => (
        <form.Field key={name} name={name}>
          {({ state, handleBlur, handleChange }) => (
            <TextField
              {...FIELDS[name].control}
              name={name}
              value={state.value}
              error={state.meta.errors[0]?.message}
              onBlur={handleBlur}
              onValueChange={(value) => {
                noteFirstEdit();
                handleChange(value);
              }}
            />
          )}
        </form.Field>
      ))}

      {/* Not role="status": screen readers announce that role even while it is empty. */}
      <div ref={outcome} className="waitlist-form-outcome" aria-live="polite">
        <p className="waitlist-form-status">
          {/* A new element each time: a live region does not announce unchanged text. */}
          <span
            key={status.count}
            className={status.is === 'failed' ? 'error-mark' : 'visually-hidden'}
          >
            {status.text}
          </span>
        </p>
        {/* Shown before React handles the form: see before-hydration.ts. */}
        <p className="waitlist-form-stuck">
          The form did not load completely. <a href="/">Load it again</a> to join.
        </p>
      </div>
      <Button type="submit" aria-disabled={status.is === 'busy'}>
        <span>{status.is === 'busy' ? SUBMIT_BUTTON.busy : SUBMIT_BUTTON.idle}</span>
        {/* Shown in its place before React handles the form. */}
        <span hidden>{SUBMIT_BUTTON.busy}</span>
      </Button>
      <noscript>
        <p className="waitlist-form-status error-mark">Joining the waitlist needs JavaScript.</p>
      </noscript>
    </form>
  );
}

/** The form in the page before React renders its own, and the name of the field in use. */
function formBefore() {
  if (typeof document === 'undefined') return undefined;
  const form = document.querySelector<HTMLFormElement>('form#waitlist');
  const { activeElement: field } = document;
  return form && { form, field: field instanceof HTMLInputElement ? field.name : undefined };
}

function focusField(form: HTMLFormElement | null, name: string | undefined) {
  const field = name ? form?.elements.namedItem(name) : undefined;
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
}

function isSame(texts: SignUpInput, others: SignUpInput) {
  return FIELD_KEYS.every((key) => texts[key] === others[key]);
}

/** Whether the visitor has not gone elsewhere. Safari does not focus a button that is clicked. */
function isAttended(form: HTMLFormElement | null) {
  const { activeElement: active, body } = document;
  return active === body || form?.contains(active);
}

/**
 * Counts and lists the fields' messages. A field that keeps the focus is not announced again: its
 * correction is added.
 */
function invalidText(messageOf: (key: FieldKey) => string | undefined): string {
  const texts = FIELD_KEYS.filter(messageOf).map((key, index) => {
    const { control } = FIELDS[key];
    const { activeElement: active } = document;
    const keepsFocus = index === 0 && active instanceof HTMLInputElement && active.name === key;
    const correction = keepsFocus && 'correction' in control ? ` ${control.correction}` : '';
    return `${messageOf(key)}${correction}`;
  });
  const fields = texts.length === 1 ? '1 field' : `${texts.length} fields`;
  return `${fields} to correct: ${texts.join('. ')}.`;
}
