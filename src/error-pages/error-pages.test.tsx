import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as hero from '../landing/hero';
import { renderPage } from '../testing/render-page';

vi.mock('../landing/hero', { spy: true });

test('an unexpected error is logged, and its page has a button that reloads', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  // In development the router adds a warning of its own.
  vi.spyOn(console, 'warn').mockReturnValue();
  const cause = new Error('secret details');
  vi.mocked(hero.Hero).mockImplementation(() => {
    throw cause;
  });
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });

  const { container } = await renderPage('/');
  await userEvent.click(screen.getByRole('button'));

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
  expect(document.title).toBe('Unexpected error — gel');
  expect(container).not.toHaveTextContent(cause.message);
  expect(error).toHaveBeenCalledWith(cause);
  expect(reload).toHaveBeenCalledOnce();
});
