import { act, fireEvent, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('react-dom/client', { spy: true });

let showToast: typeof import('./show-toast').showToast;

beforeEach(async () => {
  vi.resetModules();
  ({ showToast } = await import('./show-toast'));
});

afterEach(() => {
  // React would work on after the test, when there is no window.
  for (const { value } of vi.mocked(createRoot).mock.results) act(() => value.unmount());
  vi.doUnmock('./toaster');
  document.body.replaceChildren();
});

test('a toast is no tab stop, and Escape closes it', async () => {
  await act(() => showToast('error', ['Lost', 'Try again.'], null));
  await screen.findByText('Lost');
  expect(screen.getByRole('listitem')).toHaveAttribute('tabindex', '-1');

  fireEvent.keyDown(document, { key: 'Escape' });

  await waitForElementToBeRemoved(() => screen.queryByText('Lost'));
});

test('a toast that cannot be loaded is logged, and the next one loads it again', async () => {
  vi.doMock('./toaster', () => {
    throw new Error('offline');
  });
  const error = vi.spyOn(console, 'error').mockReturnValue();

  await expect(showToast('error', ['Lost', 'Try again.'], null)).resolves.toBeUndefined();

  expect(error).toHaveBeenCalledOnce();
  vi.doUnmock('./toaster');
  await act(() => showToast('success', ['Saved', 'We will write.'], null));
  await vi.waitFor(() => expect(screen.getByText('Saved')).toBeVisible());
});
