import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { site } from '../lib/site';
import { createAppRouter } from '../router';
import { Footer } from './footer';

/** The agreed text ("Screens" in docs/product.md) in order, and the initials of the four avatars. */
const WORDS = [
  'meet. connect. gel.',
  "Stop pulling up solo—find your vibe, match with your people, and know who's going before you even step in.",
  'MKJATSRL',
  '500+ people already on the waitlist',
  'Get Early Access',
  'Join the Waitlist',
  'We respect your privacy and will never share your information.',
  'How gel works',
  'Join an Event',
  'Match with People',
  'Like them or cross them off',
  'Connect Before You Go',
  "Why You'll Love gel",
  'Authentic connections',
  'Friends or dating',
  'Events and meetups',
  'Privacy first',
  'You control who can message you and who is blocked',
  'Ready to gel with your tribe?',
  'Thousands',
  'Join the Waitlist',
  'Instagram',
  'TikTok',
  'Privacy',
];

async function renderPage() {
  const router = createAppRouter('/');
  const rendered = render(<RouterProvider router={router} />);
  await act(() => router.load());
  await act(() => vi.dynamicImportSettled());
  return rendered;
}

test('the page has all agreed text, in order', async () => {
  const { container } = await renderPage();
  const text = container.textContent.replace(/\s+/g, ' ');

  let position = 0;
  for (const words of WORDS) {
    const found = text.indexOf(words, position);
    expect(found, `"${words}" after "${text.slice(0, position).slice(-40)}"`).not.toBe(-1);
    position = found + words.length;
  }
});

test('sections are landmarks with their heading’s name, and avatars are decorative', async () => {
  await renderPage();

  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByText('MK').closest('svg')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  const sections = within(screen.getByRole('main'));
  for (const heading of sections.getAllByRole('heading', { level: 2 })) {
    expect(screen.getByRole('region', { name: heading.textContent })).toContainElement(heading);
  }
  expect(screen.getAllByRole('list').map(({ tagName }) => tagName)).toEqual(['OL', 'UL']);
});

test('the footer links to the accounts, and its Privacy link has no address', async () => {
  await renderPage();
  const footer = within(screen.getByRole('contentinfo'));

  for (const [name, address] of Object.entries(site.accounts)) {
    expect(footer.getByRole('link', { name })).toHaveAttribute('href', address);
  }
  expect(footer.getByRole('link', { name: 'Privacy' })).not.toHaveAttribute('href');
});

test("the copyright year of the built page becomes the visitor's", () => {
  vi.useFakeTimers({ now: new Date('2026-06-01') });
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Footer />);
  vi.setSystemTime(new Date('2031-06-01'));
  render(<Footer />, { container, hydrate: true });

  expect(container).toHaveTextContent('© 2031');
});
