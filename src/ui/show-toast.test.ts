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

test('a toast is in the live region with its description, and is no tab stop', async () => {
  await act(() => showToast('success', 'Saved', 'We will write.'));

  const region = await screen.findByRole('region', { name: 'Notifications' });
  expect(region).toHaveAttribute('aria-live', 'polite');
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(region).toHaveTextContent('SavedWe will write.');
  expect(screen.getByRole('listitem')).toHaveAttribute('tabindex', '-1');
});

test.each([
  ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
  ['the close button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('%s closes the toast', async (_, close) => {
  await act(() => showToast('error', 'Lost', 'Try again.'));
  await screen.findByText('Lost');

  close();

  await waitForElementToBeRemoved(() => screen.queryByText('Lost'));
});

test('a repeated message is a new element, so that it is announced again', async () => {
  await act(() => showToast('error', 'Lost', 'Try again.'));
  const first = await screen.findByText('Lost');

  await act(() => showToast('error', 'Lost', 'Try again.'));

  await vi.waitFor(() => expect(screen.getAllByText('Lost')).not.toContain(first));
  expect(screen.getByText('Lost')).toBeVisible();
});

test('a toast that cannot be loaded is logged, and the next one loads it again', async () => {
  vi.doMock('./toaster', () => {
    throw new Error('offline');
  });
  const error = vi.spyOn(console, 'error').mockReturnValue();

  await expect(showToast('error', 'Lost', 'Try again.')).resolves.toBeUndefined();

  expect(error).toHaveBeenCalledOnce();
  vi.doUnmock('./toaster');
  await act(() => showToast('success', 'Saved', 'We will write.'));
  await vi.waitFor(() => expect(screen.getByText('Saved')).toBeVisible());
});
