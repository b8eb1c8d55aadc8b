import type { ComponentProps } from 'react';
import './button.css';

/** The page's one kind of button. Disabled it is at work: it says so by moving. */
export function Button(props: ComponentProps<'button'>) {
  return <button {...props} className="button" />;
}

/** The same for what leads somewhere. */
export function ButtonLink(props: ComponentProps<'a'>) {
  return <a {...props} className="button" />;
}
