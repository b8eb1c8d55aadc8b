import { act, screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { showToast } from './show-toast';

vi.mock('react-dom/client', { spy: true });

afterEach(() => {
  // React would work on after the test, when there is no window.
  for (const { value } of vi.mocked(createRoot).mock.results) act(() => value.unmount());
  vi.doUnmock('./toaster');
});

test('a toast that cannot be loaded is logged', async () => {
  vi.doMock('./toaster', () => {
    throw new Error('offline');
  });
  const error = vi.spyOn(console, 'error').mockReturnValue();

  await expect(showToast('error', ['Lost', 'Try again.'])).resolves.toBeUndefined();

  expect(error).toHaveBeenCalledOnce();
});

test('a toast takes the place of the last one', async () => {
  await act(() => showToast('error', ['Lost', 'Try again.']));
  await act(() => showToast('success', ['Saved', 'We will write.']));

  expect(await screen.findByText('Saved')).toBeVisible();
  await vi.waitFor(() => expect(screen.queryByText('Lost')).toBeNull());
});
