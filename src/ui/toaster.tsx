import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import './toaster.css';

/** In line with the page's words. */
const OFFSET_LEFT = 'max(1rem, calc((100vw - var(--page)) / 2 + var(--gutter)))';

/**
 * Puts the toasts' live region on the page, in a root of its own so that it can come late without
 * touching the page's tree.
 *
 * @returns sonner's `toast`
 */
export function mountToaster(): typeof toast {
  const container = document.body.appendChild(document.createElement('div'));
  createRoot(container).render(
    <Toaster
      // Where there are neither words nor fields; on phones, where thumbs press nothing.
      position={matchMedia('(min-width: 64rem)').matches ? 'bottom-left' : 'top-left'}
      offset={{ bottom: '1.5rem', left: OFFSET_LEFT, top: '0.75rem' }}
      mobileOffset={12}
      duration={8000}
      visibleToasts={1}
    />,
  );
  return toast;
}
