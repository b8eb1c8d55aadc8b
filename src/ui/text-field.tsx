import { type ComponentProps, useId } from 'react';
import './text-field.css';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'value'> & {
  label: string;
  /** Shows an asterisk after the label; decorative. */
  asterisk?: boolean;
  /** Announced as required. */
  required?: boolean;
  hint?: string;
  /** The message that takes the hint's place while the value is invalid. */
  error: string | undefined;
};

/**
 * A labelled text input. It is uncontrolled: a browser or a password manager may fill it in without an event, and a
 * controlled input would overwrite the text at the next render. The line above the input has the label and the hint. An
 * error replaces the hint. One that is too long for this line wraps, and pushes the input down.
 */
export function TextField({ label, asterisk = false, required = false, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  const isInvalid = error !== undefined;

  return (
    <div className="text-field">
      <label htmlFor={id}>
        {label}
        {asterisk && (
          <span className={required ? 'required-mark' : undefined} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <p id={`${id}-note`} className={isInvalid ? 'error-message' : 'text-field-hint'}>
        {error ?? hint}
      </p>
      <input {...input} id={id} aria-required={required} aria-invalid={isInvalid} aria-describedby={`${id}-note`} />
    </div>
  );
}
