import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let showToast: typeof import('./show-toast').showToast;

beforeEach(async () => {
  vi.resetModules();
  ({ showToast } = await import('./show-toast'));
});

afterEach(() => {
  vi.doUnmock('./toaster');
  document.body.replaceChildren();
});

test('a message with its description stands in the live region', async () => {
  await act(() => showToast('success', 'Saved', 'We will write.'));

  const region = await screen.findByRole('region', { name: /notifications/i });
  expect(region).toHaveAttribute('aria-live', 'polite');
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(region).toHaveTextContent('SavedWe will write.');
});

test('the same message again is a new one, so that it is announced again', async () => {
  await act(() => showToast('error', 'Lost', 'Try again.'));
  const first = await screen.findByText('Lost');

  await act(() => showToast('error', 'Lost', 'Try again.'));

  await vi.waitFor(() => expect(screen.getAllByText('Lost')).not.toContain(first));
  expect(screen.getByText('Lost')).toBeVisible();
});

test('without the toasts’ code nothing throws, and the console says why', async () => {
  vi.doMock('./toaster', () => {
    throw new Error('offline');
  });
  const error = vi.spyOn(console, 'error').mockReturnValue();

  await expect(showToast('error', 'Lost', 'Try again.')).resolves.toBeUndefined();

  expect(error).toHaveBeenCalledOnce();
});
