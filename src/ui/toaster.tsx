import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import './toaster.css';

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
      position="bottom-left"
      duration={8000}
      visibleToasts={1}
      offset={16}
      mobileOffset={12}
    />,
  );
  return toast;
}
