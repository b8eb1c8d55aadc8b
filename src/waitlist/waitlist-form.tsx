import { revalidateLogic, useForm } from '@tanstack/react-form';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { capture } from '../analytics/analytics';
import { Gel } from '../ui/gel';
import { showToast } from '../ui/show-toast';
import { TextField } from '../ui/text-field';
import { reloadKeeping, takeKeptValues } from './kept-values';
import { SaveError } from './save-error';
import { useJoinWaitlist } from './use-join-waitlist';
import { type SignUpInput, signUpSchema } from './waitlist-schema';
import '../ui/button.css';
import './waitlist-form.css';

const BLANK: SignUpInput = { name: '', phoneNumber: '', instagram: '', email: '' };

type Field = keyof SignUpInput;

const FIELDS = [
  {
    name: 'name',
    label: 'Name',
    asterisk: true,
    required: true,
    placeholder: 'Your name',
    autoComplete: 'name',
    autoCapitalize: 'words',
    hint: 'What your friends call you.',
  },
  {
    name: 'phoneNumber',
    label: 'Phone Number',
    asterisk: true,
    required: true,
    type: 'tel',
    inputMode: 'tel',
    placeholder: 'Your phone number',
    autoComplete: 'tel',
    hint: 'Where we reach you at launch.',
  },
  {
    // The asterisk is specified although the field may be blank, so it is not announced as required.
    name: 'instagram',
    label: 'Instagram Handle',
    asterisk: true,
    placeholder: '@username',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    hint: 'You can leave this blank.',
  },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    inputMode: 'email',
    placeholder: 'you@example.com',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    hint: 'Optional.',
  },
] as const satisfies ReadonlyArray<{ name: Field } & Record<string, unknown>>;

/** The waitlist form (specification, sections 2 to 5): validates, saves once, and says how it went. */
export function WaitlistForm() {
  const element = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isStarted = useRef(false);
  const [outcome, setOutcome] = useState<'none' | 'saved' | 'failed' | 'outdated'>('none');
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
      try {
        // Form hands over what was typed, not what the schema made of it.
        await join(signUpSchema.parse(value));
      } catch (error) {
        const isOutdated = error instanceof SaveError && error.failure === 'page_outdated';
        setOutcome(isOutdated ? 'outdated' : 'failed');
        void showToast('error', 'Something went wrong', 'Please try again later');
        return;
      }
      formApi.reset();
      setOutcome('saved');
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
    setOutcome('none');
    void form.handleSubmit();
  }

  function noteFirstEdit() {
    if (isStarted.current) return;
    isStarted.current = true;
    capture('waitlist_form_started', {});
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useLayoutEffect(() => {
    const kept = takeKeptValues();
    for (const { name } of FIELDS) {
      const input = element.current?.elements.namedItem(name);
      const typed = kept?.[name] || (input instanceof HTMLInputElement && input.value);
      if (!typed) continue;
      form.setFieldValue(name, typed);
      noteFirstEdit();
    }
    if (window.submittedEarly) submit();
    window.submittedEarly = false;
  }, []);

  // The button was disabled while busy, which takes the focus off it.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    if (outcome === 'saved') note.current?.focus();
    if (outcome === 'failed' || outcome === 'outdated') button.current?.focus();
  }, [outcome]);

  return (
    <form
      ref={element}
      id="waitlist"
      className="waitlist-form"
      // Nothing happens natively, so that a submit without script puts nothing in the address bar.
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {outcome === 'saved' ? (
        <p ref={note} tabIndex={-1} className="waitlist-form-saved">
          <svg viewBox="0 0 100 64" aria-hidden="true">
            <Gel a={[38, 32, 30]} b={[62, 32, 30]} fill="ink" />
          </svg>
          <span>
            <strong>Your spot is saved.</strong> Bringing a friend? Add them here.
          </span>
        </p>
      ) : (
        <p className="waitlist-form-intro">Four fields, ten seconds. Be first in.</p>
      )}

      {FIELDS.map(({ name, ...field }) => (
        <form.Field key={name} name={name}>
          {({ state, handleBlur, handleChange }) => (
            <TextField
              {...field}
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
            <button
              ref={button}
              type="submit"
              className="button"
              disabled={isSubmitting}
              aria-describedby="waitlist-failure"
            >
              {isSubmitting ? 'Adding you...' : 'Join the Waitlist'}
            </button>
            <p className="visually-hidden" role="status">
              {isSubmitting && 'Adding you...'}
            </p>
          </>
        )}
      </form.Subscribe>

      <p id="waitlist-failure" className="waitlist-form-failure">
        {outcome === 'failed' && 'Not saved yet. Nothing is lost.'}
        {outcome === 'outdated' && 'Not saved yet: the page has changed.'}
      </p>
      {outcome === 'outdated' && (
        <button type="button" className="button" onClick={() => reloadKeeping(form.state.values)}>
          Reload the page
        </button>
      )}
      {/* Shown by index.html's script when the app did not arrive. */}
      <p className="waitlist-form-stuck">
        The form did not load completely. <a href="/">Load it again</a> to join.
      </p>
      <noscript>
        <p className="waitlist-form-failure">Joining the waitlist needs JavaScript.</p>
      </noscript>
    </form>
  );
}
