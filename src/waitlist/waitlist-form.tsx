import { revalidateLogic, useForm } from '@tanstack/react-form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { capture } from '../analytics/analytics';
import { Button } from '../ui/button';
import { showToast } from '../ui/show-toast';
import { TextField } from '../ui/text-field';
import { isSame, readTexts } from './early-save';
import {
  ASTERISK_NOTE,
  BLANK,
  FIELD_KEYS,
  FIELDS,
  type FieldKey,
  type SignUp,
  type SignUpInput,
  signUpSchema,
} from './fields';
import { SaveError } from './save-error';
import { joinWaitlist } from './save-sign-up';
import { Ticket } from './ticket';
import { useLastSignUp } from './use-last-sign-up';
import { useTakeOver } from './use-take-over';
import { STATUS, SUBMIT_BUTTON, TICKET, TOAST } from './words';
import './waitlist-form.css';

type Announcement = { status: keyof typeof STATUS; text: string; count: number };

/** The waitlist form (docs/product.md, 3): validates, saves once, and shows the outcome. */
export function WaitlistForm() {
  const element = useRef<HTMLFormElement>(null);
  const ticket = useRef<HTMLDivElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const isStarted = useRef(false);
  const [{ status, text, count }, setStatus] = useState<Announcement>({
    status: 'idle',
    text: '',
    count: 0,
  });
  const queryClient = useQueryClient();
  const lastSignUp = useLastSignUp();

  const form = useForm({
    defaultValues: BLANK,
    // Quiet until the first submit, then the messages follow the typing.
    validationLogic: revalidateLogic(),
    validators: { onDynamic: signUpSchema },
    onSubmitInvalid: ({ value }) => {
      announce('invalid', invalidText(value, document.activeElement));
      // A frame later the invalid fields are marked.
      requestAnimationFrame(() => {
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
    },
    // TanStack Form hands over the input, not the schema's output.
    onSubmit: ({ value }) => {
      const signUp = signUpSchema.parse(value);
      return showOutcome(signUp, joinWaitlist(queryClient, signUp));
    },
  });

  async function showOutcome(signUp: SignUp, saving: Promise<void>) {
    noteFirstEdit();
    // The stored sign-up counts as new also for a form that React rendered after it (translated pages).
    shown.current = undefined;
    announce('busy');
    try {
      await saving;
    } catch (error) {
      announce('failed');
      if (isAttended(element.current)) outcome.current?.scrollIntoView({ block: 'end' });
      void showToast('error', ...TOAST.error);
      const reason = error instanceof SaveError ? error.failure : 'refused';
      capture('waitlist_signup_failed', { reason });
      return;
    }
    announce('idle');
    void showToast('success', ...TOAST.success);
    capture('waitlist_signup', {
      name: signUp.name,
      has_email: signUp.email !== null,
      has_phone: signUp.phoneNumber !== '',
      has_instagram: signUp.instagram !== null,
    });
  }

  function announce(next: Announcement['status'], words: string = STATUS[next]) {
    setStatus((last) => ({ status: next, text: words, count: last.count + 1 }));
  }

  function submit() {
    // Several submits may arrive before the next render. `status` covers a save that began before hydration.
    if (!form.state.isSubmitting && status !== 'busy') void form.handleSubmit();
  }

  /** Some autofills change a field without an event: the visible text counts. */
  function adoptTexts() {
    if (element.current) adopt(readTexts(element.current));
  }

  function adopt(texts: SignUpInput) {
    for (const name of FIELD_KEYS) {
      if (texts[name] === form.state.values[name]) continue;
      form.setFieldValue(name, texts[name]);
      noteFirstEdit();
    }
  }

  function noteFirstEdit() {
    if (isStarted.current) return;
    isStarted.current = true;
    capture('waitlist_form_started', {});
  }

  useTakeOver(element, adopt, submit, showOutcome);

  // The button is idle in the frame in which the ticket appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `announce` only sets a state
  useLayoutEffect(() => {
    if (lastSignUp) announce('idle');
  }, [lastSignUp]);

  const shown = useRef(lastSignUp?.id);
  useEffect(() => {
    if (!lastSignUp || shown.current === lastSignUp.id) return;
    shown.current = lastSignUp.id;
    if (isAttended(element.current)) {
      ticket.current?.focus({ preventScroll: true });
      // Browsers differ in where a focus scrolls to.
      ticket.current?.closest('section')?.scrollIntoView({ block: 'start' });
    }
    // What was typed since stays. Last: Orca announces a field again that is emptied while focused.
    if (isSame(form.state.values, lastSignUp)) form.reset();
  }, [lastSignUp, form]);

  return (
    <form
      ref={element}
      id="waitlist"
      className="waitlist-form"
      // Nothing happens natively, so that a submit without script puts nothing in the address bar.
      method="dialog"
      noValidate
      onBlur={adoptTexts}
      // What it counts may be corrected now.
      onInput={() => status === 'invalid' && announce('idle')}
      onSubmit={(event) => {
        event.preventDefault();
        adoptTexts();
        submit();
      }}
    >
      {lastSignUp && <Ticket key={lastSignUp.id} ref={ticket} name={lastSignUp.name} />}
      <div className="waitlist-form-intro">
        <p>{lastSignUp ? TICKET.invitation : 'Ten seconds now, first in later.'}</p>
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
          <span key={count} className={status === 'failed' ? 'error-mark' : 'visually-hidden'}>
            {text}
          </span>
        </p>
        {/* Shown before React handles the form: see pending-submit.ts. */}
        <p className="waitlist-form-stored">
          <strong>{TOAST.success[0]}</strong> {TOAST.success[1]}
        </p>
        <p className="waitlist-form-stuck">
          The form did not load completely. <a href="/">Load it again</a> to join.
        </p>
      </div>
      <Button type="submit" aria-disabled={status === 'busy'}>
        <span>{status === 'busy' ? SUBMIT_BUTTON.busy : SUBMIT_BUTTON.idle}</span>
        {/* Shown in its place before React handles the form. */}
        <span hidden>{SUBMIT_BUTTON.busy}</span>
      </Button>
      <noscript>
        <p className="waitlist-form-status error-mark">Joining the waitlist needs JavaScript.</p>
      </noscript>
    </form>
  );
}

/** Whether the visitor has not gone elsewhere. Safari does not focus a button that is clicked. */
function isAttended(form: HTMLFormElement | null) {
  const { activeElement: active, body } = document;
  return active === body || form?.contains(active);
}

/**
 * All messages. A field that has the focus already is not announced again: its correction is added.
 */
function invalidText(value: SignUpInput, focused: Element | null): string {
  const issues = signUpSchema.safeParse(value).error?.issues ?? [];
  const texts = issues.map(({ message, path: [key] }, index) => {
    const { control } = FIELDS[key as FieldKey];
    const isFocused = index === 0 && focused instanceof HTMLInputElement && focused.name === key;
    return isFocused && 'correction' in control ? `${message} ${control.correction}` : message;
  });
  const fields = texts.length === 1 ? '1 field' : `${texts.length} fields`;
  return `${fields} to correct: ${texts.join('. ')}.`;
}
