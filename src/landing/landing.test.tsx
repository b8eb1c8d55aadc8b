import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { stopClock } from '../test/clock';
import { renderPage } from '../test/render-page';

/** The words of docs/product.md, 2, in its order. */
const WORDS = [
  'gel',
  'meet. connect. gel.',
  "Stop pulling up solo—find your vibe, match with your people, and know who's going before you even step in.",
  '500+ people already on the waitlist',
  'Get Early Access',
  'Name *',
  'Phone Number *',
  'Instagram Handle *',
  'Email',
  'Join the Waitlist',
  'We respect your privacy and will never share your information.',
  'How gel works',
  'Join an Event',
  'Match with People',
  'Connect Before You Go',
  "Why You'll Love gel",
  'Authentic connections',
  'Events and meetups',
  'Privacy first',
  'Ready to gel with your tribe?',
  'Thousands',
  'Join the Waitlist',
  'Instagram',
  'TikTok',
  'Privacy',
  `© ${new Date().getFullYear()}`,
];

function closingLink() {
  return screen.getByRole('link', { name: 'Join the Waitlist' });
}

test('all sections are there, in order and word for word', async () => {
  const { container } = await renderPage('/');
  const text = container.textContent.replace(/\s+/g, ' ');

  let position = 0;
  for (const words of WORDS) {
    const found = text.indexOf(words, position);
    expect(found, `"${words}" after "${text.slice(0, position).slice(-40)}"`).not.toBe(-1);
    position = found + words.length;
  }
});

test('the headings outline the page, under a single first one', async () => {
  await renderPage('/');

  const outline = screen
    .getAllByRole('heading')
    .map(({ tagName, textContent }) => `${tagName} ${textContent.replace(/\s+/g, ' ').trim()}`);

  expect(outline).toEqual([
    'H1 meet. connect. gel.',
    'H2 Get Early Access',
    'H2 How gel works',
    'H3 Join an Event',
    'H3 Match with People',
    'H3 Connect Before You Go',
    "H2 Why You'll Love gel",
    'H3 Authentic connections',
    'H3 Events and meetups',
    'H3 Privacy first',
    'H2 Ready to gel with your tribe?',
  ]);
});

test('the page has its landmarks, and each section the name of its heading', async () => {
  await renderPage('/');

  expect(screen.getByRole('main')).toBeInTheDocument();
  expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  for (const name of ['Get Early Access', 'How gel works', "Why You'll Love gel"]) {
    expect(screen.getByRole('region', { name })).toBeInTheDocument();
  }
});

test('four avatars stand for the crowd, for the eye only', async () => {
  await renderPage('/');
  const initials = /^[A-Z]{2}$/;
  expect(screen.getAllByText(initials)).toHaveLength(4);
  const announced = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(announced.filter((text) => initials.test(text))).toEqual([]);
});

test('the steps are a sequence of three, the benefits a set of three', async () => {
  await renderPage('/');
  const items = (name: string) =>
    within(screen.getByRole('region', { name })).getAllByRole('listitem');

  expect(items('How gel works')).toHaveLength(3);
  expect(items('How gel works')[0]?.closest('ol')).not.toBeNull();
  expect(items("Why You'll Love gel")).toHaveLength(3);
});

test('the closing link scrolls smoothly to the form and its first field takes the focus', async () => {
  await renderPage('/');
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const focus = vi.spyOn(screen.getByRole('textbox', { name: 'Name' }), 'focus');

  await userEvent.click(closingLink());

  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' });
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  // The focus must not jump ahead of the scrolling.
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
});

test('with reduced motion the closing link jumps', async () => {
  await renderPage('/');
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(matchMedia(media), { matches: media === '(prefers-reduced-motion: reduce)' }),
  );

  await userEvent.click(closingLink());

  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

test('neither the closing link nor the Privacy link changes the address', async () => {
  const { router } = await renderPage('/');
  const address = window.location.href;

  await userEvent.click(closingLink());
  await userEvent.click(screen.getByRole('link', { name: 'Privacy' }));

  expect(window.location.href).toBe(address);
  expect(router.state.location.href).toBe('/');
});

test('the Privacy link goes nowhere, not even to the top', async () => {
  await renderPage('/');
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();

  await userEvent.click(screen.getByRole('link', { name: 'Privacy' }));

  expect(screen.getByRole('link', { name: 'Privacy' })).not.toHaveAttribute('href');
  expect(scrollTo).not.toHaveBeenCalled();
});

test.each([
  ['Instagram', 'www.instagram.com'],
  ['TikTok', 'www.tiktok.com'],
])('the footer leads to the account on %s', async (name, host) => {
  await renderPage('/');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name });
  expect(new URL(link.href)).toMatchObject({ protocol: 'https:', host });
});

test('the copyright year is the visitor’s, not the build’s', async () => {
  stopClock(new Date(2031, 0, 1, 0, 0, 1));
  await renderPage('/');
  expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2031 gel');
});
