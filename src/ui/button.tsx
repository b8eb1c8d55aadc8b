import type { ComponentProps } from 'react';
import './button.css';

/** The page's button. `aria-disabled` shows that it is busy. Unlike `disabled`, it keeps the focus. */
export function Button(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button {...props} className="button" />;
}

/** A link that looks like the button. */
export function ButtonLink(props: Omit<ComponentProps<'a'>, 'className'>) {
  return <a {...props} className="button" />;
}
