import { Toaster as Sonner } from 'sonner';
import './toaster.css';

/** The region in which sonner's `toast` shows a message, one at a time. */
export function Toaster() {
  return <Sonner position="top-left" visibleToasts={1} />;
}
