import { revalidateLogic, useForm } from '@tanstack/react-form';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { capture } from '../analytics/analytics';
import { idle } from '../lib/wait';
import { Button } from '../ui/button';
import { showToast } from '../ui/show-toast';
import { TextField } from '../ui/text-field';
import { BLANK, FIELD_KEYS, FIELDS, type FieldKey, type SignUp, type SignUpInput, signUpSchema } from './fields';
import { Outcome, type Status } from './outcome';
import { SaveError, useLastSignUp, useSave } from './save';
import { copyTyped, readPrerendered, takeOverSubmit } from './take-over';
import { Ticket } from './ticket';
import { INTRO, STATUS, SUBMIT_BUTTON, TICKET, TOAST, WITHOUT_APP } from './words';
import './waitlist-form.css';

/**
 * The waitlist form (docs/product.md, 2): validates, saves, and shows the outcome. Its inputs are uncontrolled,
 * and the form's state follows them.
 *
 * @param card what the page scrolls to when the ticket appears
 */
export function WaitlistForm({ card }: { card: RefObject<HTMLElement | null> }) {
  const element = useRef<HTMLFormElement>(null);
  const ticket = useRef<HTMLDivElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const isStarted = useRef(false);
  const [prerendered] = useState(readPrerendered);
  const [status, setStatus] = useState<Status>({ kind: 'idle', text: '', count: 0 });

  const saveMutation = useSave();
  const lastSignUp = useLastSignUp();

  const form = useForm({
    defaultValues: BLANK,
    // No message before the first submit. Then the messages follow the typing.
    validationLogic: revalidateLogic(),
    validators: { onDynamic: signUpSchema },
    listeners: {
      onChange: () => {
        // What was announced may no longer be true.
        if (status.kind === 'invalid') announce('idle');
        if (isStarted.current) return;
        isStarted.current = true;
        capture('waitlist_form_started', {});
      },
    },
    // Only declares the type: each submit has a time of its own.
    onSubmitMeta: { submittedAt: new Date(0) },
    onSubmitInvalid: ({ formApi }) => {
      announce(
        'invalid',
        invalidText((key) => formApi.getFieldMeta(key)?.errors[0]?.message),
      );
      // React marks the invalid fields when it renders, which is before the next frame.
      requestAnimationFrame(() => {
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
    },
    onSubmit: async ({ value: texts, meta: { submittedAt } }) => {
      announce('busy');
      await saveMutation.mutateAsync({ texts, submittedAt }).then(
        (signUp) => showSaved(signUp, texts),
        // Not `catch`, which would also take an error of `showSaved` for a failed save.
        showFailed,
      );
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React first handles the form
  useLayoutEffect(() => {
    if (prerendered && element.current) copyTyped(prerendered, element.current);
    readInputs();
    const submittedAt = takeOverSubmit();
    if (submittedAt) {
      // A submit has waited, and CSS has shown a busy button. The button stays busy while the form
      // validates; a valid form then announces that it saves.
      announce('busy', '');
      void form.handleSubmit({ submittedAt });
    }
    // The visitor may leave the page during a save. The next form must not take its submit over.
    return () => void delete document.documentElement.dataset.submittedAt;
  }, []);

  function showSaved(signUp: SignUp, texts: SignUpInput) {
    // The visitor waits for the ticket: one frame paints it with the idle button, and all else is later.
    // The mutation has succeeded by now, so this render reads the new `lastSignUp`.
    flushSync(() => announce('idle'));
    const isHere = hasStayed(element.current);
    if (isHere) ticket.current?.focus({ preventScroll: true });
    // A text that was typed since the press stays. A screen reader announces a field that is emptied while it has
    // the focus, so this comes after the focus has moved.
    readInputs();
    if (FIELD_KEYS.every((key) => form.state.values[key] === texts[key])) {
      element.current?.reset();
      form.reset();
    }
    // Last, because it needs the layout. The page scrolls by itself: browsers differ in where a focus scrolls to.
    if (isHere) card.current?.scrollIntoView({ block: 'start' });
    capture('waitlist_signup', {
      name: signUp.name,
      has_email: signUp.email !== null,
      // Always true, because the number is required; the specification has it.
      has_phone: signUp.phoneNumber !== '',
      has_instagram: signUp.instagram !== null,
    });
    // Not awaited: the form accepts a friend's sign-up. When the browser is idle, or 200 ms later, a slow
    // phone has painted the ticket.
    void idle(200).then(() => showToast('success', TOAST.success, element.current));
  }

  function showFailed(error: unknown) {
    console.error(error);
    announce('failed');
    if (hasStayed(element.current)) outcome.current?.scrollIntoView({ block: 'end' });
    void showToast('error', TOAST.error, element.current);
    const reason = error instanceof SaveError ? error.failure : 'refused';
    capture('waitlist_signup_failed', { reason });
  }

  function announce(kind: Status['kind'], text: string = STATUS[kind]) {
    if (kind !== 'busy') delete document.documentElement.dataset.submittedAt;
    setStatus((last) => ({ kind, text, count: last.count + 1 }));
  }

  function submit() {
    readInputs();
    // The form's own state, because several presses may arrive before React renders a busy button.
    if (form.state.isSubmitting) return;
    const submittedAt = new Date();
    document.documentElement.dataset.submittedAt = submittedAt.toISOString();
    void form.handleSubmit({ submittedAt });
  }

  /** Takes over all texts that are shown, because some autofills send an event for one field or for none. */
  function readInputs() {
    if (!element.current) return;
    const shown = new FormData(element.current);
    for (const name of FIELD_KEYS) {
      const text = String(shown.get(name) ?? '');
      if (text !== form.state.values[name]) form.setFieldValue(name, text);
    }
  }

  return (
    <form
      ref={element}
      id="waitlist"
      className="waitlist-form"
      // The browser then does nothing. By its default, GET, a submit before hydration would put the
      // visitor's details in the address.
      method="dialog"
      noValidate
      onInput={readInputs}
      onBlur={readInputs}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {lastSignUp && <Ticket key={lastSignUp.id} ref={ticket} name={lastSignUp.name} />}
      <div className="waitlist-form-intro">
        <p>{lastSignUp ? TICKET.invitation : INTRO.promise}</p>
        <p>
          <span>*</span> {INTRO.asterisk}
        </p>
      </div>

      {FIELD_KEYS.map((name) => (
        <form.Field key={name} name={name}>
          {({ state }) => <TextField {...FIELDS[name].control} name={name} error={state.meta.errors[0]?.message} />}
        </form.Field>
      ))}

      <Outcome ref={outcome} status={status} />
      <Button type="submit" aria-disabled={status.kind === 'busy'}>
        <span>{status.kind === 'busy' ? SUBMIT_BUTTON.busy : SUBMIT_BUTTON.idle}</span>
        {/* While a submit waits for the app, waitlist-form.css shows it instead. */}
        <span hidden>{SUBMIT_BUTTON.busy}</span>
      </Button>
      <noscript>
        <p className="waitlist-form-status error-mark">{WITHOUT_APP.noScript}</p>
      </noscript>
    </form>
  );
}

/** Whether the visitor has not moved the focus out of the form. Safari does not focus a button that is clicked. */
function hasStayed(form: HTMLFormElement | null) {
  const { activeElement: active, body } = document;
  return active === body || form?.contains(active);
}

/** Returns what is announced about the invalid fields: how many, each message, and how to correct the text. */
function invalidText(messageOf: (key: FieldKey) => string | undefined): string {
  const texts = FIELD_KEYS.filter(messageOf).map((key) => {
    const { control } = FIELDS[key];
    const correction = 'correction' in control && control.correction;
    return [messageOf(key), correction].filter(Boolean).join('. ');
  });
  const fields = texts.length === 1 ? '1 field' : `${texts.length} fields`;
  return `${fields} to correct: ${texts.join('. ')}.`;
}
