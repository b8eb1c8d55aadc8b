import { loadOnce } from '../lib/load-once';
import type { ShowMessage } from './toaster';

/** The toasts and their live region. Not in the first download; `warmUp` fetches them ahead. */
export const loadToaster = loadOnce(async () => (await import('./toaster')).mountToaster());

/** Shows a toast, or logs an error when the toasts' code cannot be loaded. */
export async function showToast(...message: Parameters<ShowMessage>): Promise<void> {
  try {
    (await loadToaster())(...message);
  } catch (error) {
    console.error(error);
  }
}
