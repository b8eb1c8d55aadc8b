import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as hero from '../landing/hero';
import { renderPage } from '../test/render-page';

vi.mock('../landing/hero', { spy: true });

afterEach(() => vi.mocked(hero.Hero).mockRestore());

function expectError() {
  // In development the router adds a warning of its own.
  vi.spyOn(console, 'warn').mockReturnValue();
  return vi.spyOn(console, 'error').mockReturnValue();
}

test.each(['/nowhere', '/a/b/c', '/index', '/%F0%9F%8E%89'])(
  'no page at %s says so, and the console says which',
  async (path) => {
    const error = expectError();

    await renderPage(path);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Oops! Page not found');
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.any(String), decodeURI(path));
  },
);

test('"Return to Home" leads to the landing page', async () => {
  const error = expectError();
  const { router } = await renderPage('/nowhere');
  const link = screen.getByRole('link', { name: 'Return to Home' });
  expect(link).toHaveAttribute('href', '/');

  await userEvent.click(link);

  expect(await screen.findByRole('heading', { name: 'Get Early Access' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/');
  expect(error).toHaveBeenCalledExactlyOnceWith(expect.any(String), '/nowhere');
});

test('an unexpected error shows the default screen; what it was, only the console knows', async () => {
  const error = expectError();
  const cause = new Error('secret details');
  vi.mocked(hero.Hero).mockImplementation(() => {
    throw cause;
  });

  const { container } = await renderPage('/');

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Unexpected Application Error!',
  );
  expect(container).not.toHaveTextContent('secret details');
  expect(error).toHaveBeenCalledWith(cause);
});

test('the error screen offers a fresh start', async () => {
  expectError();
  vi.mocked(hero.Hero).mockImplementation(() => {
    throw new Error('stale');
  });
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  await renderPage('/');

  await userEvent.click(screen.getByRole('button', { name: /reload/i }));

  expect(reload).toHaveBeenCalledOnce();
});
