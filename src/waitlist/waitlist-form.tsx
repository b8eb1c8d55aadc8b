import { revalidateLogic, useForm } from '@tanstack/react-form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'sonner';
import { capture } from '../analytics/analytics';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';
import { BLANK, FIELD_KEYS, type FieldKey, type FormValues, INPUTS, signUpSchema, type WaitlistRow } from './fields';
import { FormStatus } from './form-status';
import { SaveError, saveOptions } from './save';
import { Ticket } from './ticket';
import { CARD, STATUS, SUBMIT_BUTTON, TICKET, TOAST, toCorrect } from './words';
import './waitlist-form.css';

/** Above the form and, after a success, on the ticket. */
const HEADING = <h2 id="early-access">{CARD.heading}</h2>;

/**
 * The card with the waitlist form ("The form" in docs/product.md): validates, saves, and shows the outcome. Its inputs
 * are uncontrolled, and the form's state follows them.
 */
export function WaitlistForm() {
  const formElement = useRef<HTMLFormElement>(null);
  const ticketElement = useRef<HTMLDivElement>(null);
  const statusRegion = useRef<HTMLDivElement>(null);
  const isStarted = useRef(false);
  /** The last sign-up that was saved from this page. The ticket shows its name. */
  const [lastSignUp, setLastSignUp] = useState<WaitlistRow>();
  /** What is announced about invalid fields, until the next edit. With another `repetition`, it is announced again. */
  const [invalid, setInvalid] = useState({ text: '', repetition: 0 });
  const save = useMutation(saveOptions);
  const saveState = save.isPending ? 'busy' : save.isError ? 'failed' : 'idle';

  const form = useForm({
    defaultValues: BLANK,
    // Messages appear at the first submit. From then on, they follow the typing.
    validationLogic: revalidateLogic(),
    validators: { onDynamic: signUpSchema },
    listeners: {
      onChange: () => {
        // After an edit, what was shown and announced may not be true any more.
        if (save.isError) save.reset();
        if (invalid.text) setInvalid({ ...invalid, text: '' });
        if (isStarted.current) return;
        isStarted.current = true;
        capture('waitlist_form_started', {});
      },
    },
    onSubmitInvalid: ({ formApi }) => {
      const messageOf = (key: FieldKey) => formApi.getFieldMeta(key)?.errors[0]?.message;
      const fields = FIELD_KEYS.filter(messageOf);
      setInvalid({ text: toCorrect(fields.map(messageOf)), repetition: invalid.repetition + 1 });
      // TanStack Form updates its state before this callback, and React has rendered it.
      formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      capture('waitlist_form_invalid', { fields });
    },
    onSubmit: async ({ value: values }) => {
      const row = await save.mutateAsync({ values, submittedAt: new Date() }).catch(showFailed);
      if (row) showSaved(row, values);
    },
  });

  /** Shows the ticket, moves the focus to it, empties the form, counts the sign-up, and shows the toast. */
  function showSaved(row: WaitlistRow, submitted: FormValues) {
    // React renders the ticket before the next lines, which move the focus to it.
    flushSync(() => setLastSignUp(row));
    // Visitors who have typed since the press keep their text and their place.
    if (FIELD_KEYS.every((key) => form.state.values[key] === submitted[key])) {
      if (isFocusInOrNowhere(formElement.current)) {
        ticketElement.current?.focus({ preventScroll: true });
        // Browsers differ in where a focus scrolls to, so it does not scroll.
        ticketElement.current?.scrollIntoView({ block: 'nearest' });
      }
      // After the focus has moved, because screen readers announce a field that is emptied while it has the focus.
      formElement.current?.reset();
      form.reset();
    }
    capture('waitlist_signup', {
      name: row.name,
      has_email: row.email !== null,
      // The number is required, so this is always true. The product team has agreed on it (docs/product.md).
      has_phone: true,
      has_instagram: row.instagram !== null,
    });
    afterNextFrame(() => toast.success(TOAST.success.title, { description: TOAST.success.description }));
  }

  function showFailed(error: unknown) {
    console.error(error);
    if (isFocusInOrNowhere(formElement.current)) statusRegion.current?.scrollIntoView({ block: 'nearest' });
    afterNextFrame(() => toast.error(TOAST.error.title, { description: TOAST.error.description }));
    const { reason, status } = error instanceof SaveError ? error : ({ reason: 'page_error', status: 0 } as const);
    capture('waitlist_signup_failed', { reason, status });
  }

  function submit() {
    syncWithInputs();
    // The form's own state, because several presses may arrive before React renders a busy button.
    if (!form.state.isSubmitting) void form.handleSubmit();
  }

  /** Copies the texts of all inputs into the form's state. Some autofills send an event for one field, or for none. */
  function syncWithInputs() {
    if (!formElement.current) return;
    const shown = new FormData(formElement.current);
    for (const name of FIELD_KEYS) {
      const text = String(shown.get(name) ?? '');
      if (text !== form.state.values[name]) form.setFieldValue(name, text);
    }
  }

  return (
    <section className="waitlist-form" aria-labelledby="early-access">
      {/* With the key, each sign-up has a new ticket, which moves again. */}
      {lastSignUp ? (
        <Ticket key={lastSignUp.timestamp} ref={ticketElement} name={lastSignUp.name}>
          {HEADING}
        </Ticket>
      ) : (
        HEADING
      )}
      <form
        ref={formElement}
        id="waitlist"
        // With this method, a submit before hydration does nothing. With the default one, GET, the browser would put
        // the visitor's details into the address.
        method="dialog"
        noValidate
        onInput={syncWithInputs}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="waitlist-form-intro">
          <p>{lastSignUp ? TICKET.invitation : CARD.intro}</p>
          <p>
            <span className="required-mark">*</span> {CARD.required}
          </p>
        </div>
        {FIELD_KEYS.map((name) => (
          <form.Field key={name} name={name}>
            {({ state }) => <TextField {...INPUTS[name]} name={name} error={state.meta.errors[0]?.message} />}
          </form.Field>
        ))}
        <FormStatus
          ref={statusRegion}
          text={invalid.text || STATUS[saveState]}
          isFailure={save.isError}
          repetition={invalid.repetition}
        />
        <Button type="submit" aria-disabled={save.isPending}>
          <span>{save.isPending ? SUBMIT_BUTTON.busy : SUBMIT_BUTTON.idle}</span>
        </Button>
      </form>
      <p className="waitlist-form-privacy">{CARD.privacy}</p>
    </section>
  );
}

/** Lets the browser show the words in the form first. On a slow phone, rendering a toast would delay them. */
function afterNextFrame(show: () => void) {
  requestAnimationFrame(() => setTimeout(show));
}

/** Whether the focus is in the form or, because Safari does not focus a button that is clicked, nowhere. */
function isFocusInOrNowhere(form: HTMLFormElement | null) {
  const { activeElement: active, body } = document;
  return active === body || form?.contains(active);
}
