import { type ComponentProps, useId } from 'react';
import './text-field.css';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'onChange'> & {
  label: string;
  /** Shows an asterisk after the label; decorative. */
  asterisk?: boolean;
  /** Announced as required. */
  required?: boolean;
  hint?: string;
  /** The message that takes the hint's place while the value is invalid. */
  error: string | undefined;
  /** How to correct an invalid value; completes `error`. */
  correction?: string;
  onValueChange: (value: string) => void;
};

/** A labelled text input. Hint, error, and correction have reserved room: nothing below moves. */
export function TextField({
  label,
  asterisk = false,
  required = false,
  hint = '',
  error,
  correction,
  onValueChange,
  ...input
}: TextFieldProps) {
  const id = useId();
  const isInvalid = error !== undefined;

  return (
    <div className="text-field">
      <label htmlFor={id}>
        {label}
        {asterisk && <span aria-hidden="true"> *</span>}
      </label>
      <input
        {...input}
        id={id}
        aria-required={required}
        aria-invalid={isInvalid}
        aria-describedby={correction ? `${id}-note ${id}-correction` : `${id}-note`}
        onChange={(event) => onValueChange(event.target.value)}
      />
      <p id={`${id}-note`} className={isInvalid ? 'text-field-error' : 'text-field-hint'}>
        {error ?? hint}
      </p>
      {correction && (
        <p id={`${id}-correction`} className="text-field-correction">
          {isInvalid ? correction : ''}
        </p>
      )}
    </div>
  );
}
