/** Puts the toasts' live region on the page, once. It is not in the first download: `loadLater` fetches it ahead. */
export const loadToaster = () => import('./toaster');

/** Shows a toast, or logs an error when the toasts' code cannot be loaded. */
export async function showToast(
  kind: 'success' | 'error',
  message: readonly [title: string, description: string],
): Promise<void> {
  try {
    const { showMessage } = await loadToaster();
    showMessage(kind, message);
  } catch (error) {
    console.error(error);
  }
}
