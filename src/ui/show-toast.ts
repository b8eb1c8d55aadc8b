import type { ShowMessage } from './toaster';

let toaster: Promise<ShowMessage> | undefined;

/**
 * Puts the toasts' live region on the page, once; after a failure the next call retries. It is
 * not in the first download: `loadLater` fetches it ahead.
 */
export function loadToaster(): Promise<ShowMessage> {
  toaster ??= import('./toaster')
    .then(({ mountToaster }) => mountToaster())
    .catch((error) => {
      toaster = undefined;
      throw error;
    });
  return toaster;
}

/** Shows a toast, or logs an error when the toasts' code cannot be loaded. */
export async function showToast(...message: Parameters<ShowMessage>): Promise<void> {
  try {
    (await loadToaster())(...message);
  } catch (error) {
    console.error(error);
  }
}
