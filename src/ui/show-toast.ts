import { loadOnce } from '../lib/load-once';

/** The toasts and their live region. Not in the first download; `warmUp` fetches them ahead. */
export const loadToaster = loadOnce(async () => (await import('./toaster')).mountToaster());

/** Shows a message. Without the toasts' code (offline since the start) the console has it. */
export async function showToast(
  kind: 'success' | 'error',
  title: string,
  description: string,
): Promise<void> {
  try {
    const toast = await loadToaster();
    // One message at a time, and always a new one: of one that is only changed, and to the same
    // words at that, a screen reader says nothing.
    toast.dismiss();
    toast[kind](title, { description });
  } catch (error) {
    console.error(error);
  }
}
