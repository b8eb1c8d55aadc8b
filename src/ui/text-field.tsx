import { type ComponentProps, type ReactNode, useId } from 'react';
import './text-field.css';

type TextFieldProps = Pick<
  ComponentProps<'input'>,
  | 'name'
  | 'type'
  | 'placeholder'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'inputMode'
  | 'spellCheck'
  | 'value'
  | 'onBlur'
> & {
  label: string;
  /** Shows an asterisk after the label; decoration only. */
  asterisk?: boolean;
  /** Announced as required. */
  required?: boolean;
  hint?: ReactNode;
  /** The message that stands in the hint's place while the value is wrong. */
  error: string | undefined;
  onValueChange: (value: string) => void;
};

/**
 * A labelled text input. Its hint, or the error in its place, stands on the label's line, or has a
 * reserved one where the container is narrow: nothing below moves.
 */
export function TextField({
  label,
  asterisk = false,
  required = false,
  hint,
  error,
  onValueChange,
  ...input
}: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;

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
        aria-invalid={error !== undefined}
        aria-describedby={noteId}
        onChange={(event) => onValueChange(event.target.value)}
      />
      <p id={noteId} className={error === undefined ? 'text-field-hint' : 'text-field-error'}>
        {error ?? hint ?? ''}
      </p>
    </div>
  );
}
