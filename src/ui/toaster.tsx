import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import './toaster.css';

// The toasts' live region, in its own React root so that it can load later without a render of the page.
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <Toaster
    // Beside the form; where the form takes the whole width (landing.css), out of a thumb's reach.
    position={matchMedia('(min-width: 60rem)').matches ? 'bottom-left' : 'top-right'}
    // In line with the page's text.
    offset={{ left: 'calc(max(0px, 50vw - 0.5 * var(--page)) + var(--gutter))', right: 'var(--gutter)' }}
    mobileOffset={8}
    // The longest message fits in one line. The toast grows with the page.
    style={{ '--width': 'min(25rem, 44vw)' } as CSSProperties}
    closeButton
  />,
);

/** Shows a toast in the place of the last one. */
export function showMessage(kind: 'success' | 'error', [title, description]: readonly [string, string]): void {
  toast.dismiss();
  toast[kind](title, { description });
}
