import type { CSSProperties } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import './toaster.css';

/** Shows a toast with a title and a description beside an element. */
export type ShowMessage = (
  kind: 'success' | 'error',
  message: readonly [title: string, description: string],
  beside: Element | null,
) => void;

/**
 * Puts the toasts' live region on the page, in its own React root so that it can load later without
 * a render of the page. The Escape key closes the toast.
 */
export function mountToaster(): ShowMessage {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<PlacedToaster />);
  addEventListener('keydown', ({ key }) => key === 'Escape' && toast.dismiss());

  return (kind, [title, description], beside) => {
    // Each time, because the visitor may have turned the phone.
    root.render(<PlacedToaster beside={beside?.getBoundingClientRect()} />);
    // One toast at a time. A new one, because screen readers do not announce one that only changes.
    toast.dismiss();
    toast[kind](<span ref={leaveTabOrder}>{title}</span>, { description });
  };
}

function PlacedToaster({ beside }: { beside?: DOMRect | undefined }) {
  const isOnTheRight = beside && beside.left > window.innerWidth / 2;
  return (
    <Toaster
      // Beside the element; if it takes the whole width, out of a thumb's reach.
      position={isOnTheRight ? 'bottom-left' : 'top-right'}
      offset={{
        bottom: '1.5rem',
        // The left edge of the page's text.
        left: 'calc(max(0rem, (100vw - var(--page)) / 2) + var(--gutter))',
        top: '0.75rem',
        right: '0.75rem',
      }}
      mobileOffset={8}
      // The form shows the outcome too.
      duration={5000}
      // The longest message fits in one line, and the form is not covered. The toast grows with the page.
      style={{ '--width': 'min(25rem, 44vw)' } as CSSProperties}
      visibleToasts={1}
      closeButton
      toastOptions={{ closeButtonAriaLabel: 'Close' }}
      // The default is Alt+T, the Tools menu in Firefox; it would be part of the region's name.
      hotkey={[]}
    />
  );
}

/** sonner makes each toast a tab stop. The only action is its close button. */
function leaveTabOrder(title: HTMLElement | null): void {
  title?.closest('li')?.setAttribute('tabindex', '-1');
}
