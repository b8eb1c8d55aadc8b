import { revalidateLogic, useForm } from '@tanstack/react-form';
import { useEffect, useRef, useState } from 'react';
import { capture } from '../analytics/analytics';
import { Button } from '../ui/button';
import { showToast } from '../ui/show-toast';
import { TextField } from '../ui/text-field';
import { Progress } from './progress';
import { SUBMIT_BUTTON } from './submit-button';
import { Ticket } from './ticket';
import { useJoinWaitlist } from './use-join-waitlist';
import { readTexts, useTakeOver } from './use-take-over';
import { BLANK, FIELD_KEYS, FIELDS, type SignUpInput } from './waitlist-fields';
import { signUpSchema } from './waitlist-schema';
import './waitlist-form.css';

type WaitlistFormProps = {
  /** Told the name of everyone who is saved. */
  onJoined?: ((name: string) => void) | undefined;
};

/** The waitlist form (docs/product.md, 3): validates, saves once, and says how it went. */
export function WaitlistForm({ onJoined }: WaitlistFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const ticket = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isStarted = useRef(false);
  const [outcome, setOutcome] = useState<'saved' | 'failed'>();
  const [joined, setJoined] = useState<string>();
  const join = useJoinWaitlist();

  const form = useForm({
    defaultValues: BLANK,
    // Quiet until the first submit, then the messages follow the typing.
    validationLogic: revalidateLogic(),
    validators: { onDynamic: signUpSchema },
    onSubmitInvalid: () => {
      // A frame later the wrong fields are marked.
      requestAnimationFrame(() => {
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
    },
    onSubmit: async ({ value, formApi }) => {
      // Form hands over what was typed, not what the schema made of it.
      const signUp = signUpSchema.parse(value);
      try {
        await join(signUp);
      } catch {
        setOutcome('failed');
        void showToast('error', 'Something went wrong', 'Please try again later');
        return;
      }
      formApi.reset();
      setOutcome('saved');
      setJoined(signUp.name);
      onJoined?.(signUp.name);
      void showToast(
        'success',
        "You're on the list! 🎉",
        "We'll let you know when gel is ready for you.",
      );
    },
  });

  function submit() {
    // Live state: several presses may arrive before the next render.
    if (form.state.isSubmitting) return;
    setOutcome(undefined);
    void form.handleSubmit();
  }

  /** Some autofills change a field without an event: what is seen is what counts. */
  function adoptTexts() {
    if (element.current) adopt(readTexts(element.current));
  }

  function adopt(texts: Partial<SignUpInput>) {
    for (const name of FIELD_KEYS) {
      const text = texts[name];
      if (text === undefined || text === form.state.values[name]) continue;
      form.setFieldValue(name, text);
      noteFirstEdit();
    }
  }

  function noteFirstEdit() {
    if (isStarted.current) return;
    isStarted.current = true;
    capture('waitlist_form_started', {});
  }

  useTakeOver(element, adopt, submit);

  // The button was disabled while busy, which takes the focus off it.
  useEffect(() => {
    if (!outcome || document.activeElement !== document.body) return;
    (outcome === 'saved' ? ticket : button).current?.focus();
  }, [outcome]);

  return (
    <form
      ref={element}
      id="waitlist"
      className="waitlist-form"
      // Nothing happens natively, so that a submit without script puts nothing in the address bar.
      method="dialog"
      noValidate
      onBlur={adoptTexts}
      onSubmit={(event) => {
        event.preventDefault();
        adoptTexts();
        submit();
      }}
    >
      {joined ? (
        <Ticket key={joined} ref={ticket} name={joined} />
      ) : (
        <p className="waitlist-form-intro">Ten seconds now, first in later.</p>
      )}
      {!joined && (
        <form.Subscribe
          selector={({ values }) => [values.name, values.phoneNumber].filter(Boolean).length}
        >
          {(step) => <Progress step={step} />}
        </form.Subscribe>
      )}

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

      <form.Subscribe selector={(state) => state.isSubmitting}>
        {(isSubmitting) => (
          <>
            <Button
              ref={button}
              type="submit"
              disabled={isSubmitting}
              aria-describedby="waitlist-failure"
            >
              {isSubmitting ? SUBMIT_BUTTON.busy : SUBMIT_BUTTON.idle}
            </Button>
            <p className="visually-hidden" role="status">
              {isSubmitting && SUBMIT_BUTTON.busy}
            </p>
          </>
        )}
      </form.Subscribe>

      <p id="waitlist-failure" className="waitlist-form-failure">
        {/* One text, which only changes: a translated page breaks where texts come and go. */}
        {outcome === 'failed' ? 'Not saved yet. Nothing is lost.' : ''}
      </p>
      {/* Shown by pending-submit.ts when the app does not load. */}
      <p className="waitlist-form-stuck">
        The form did not load completely. <a href="/">Load it again</a> to join.
      </p>
      <noscript>
        <p className="waitlist-form-failure">Joining the waitlist needs JavaScript.</p>
      </noscript>
    </form>
  );
}
