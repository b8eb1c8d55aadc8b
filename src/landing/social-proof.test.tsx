import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ada } from '../waitlist/samples';
import { useLastSignUp } from '../waitlist/save';
import { SocialProof } from './social-proof';

vi.mock('../waitlist/save');

test.each([
  ['Maya Okafor', 'MO'],
  ['  maya  ', 'M'],
  ['Ana Maria de la Cruz', 'AC'],
  ['李小龍', '李'],
  ['عبد الله', 'عا'],
  ['नीना कुमार', 'नीकु'],
  ['👨‍👩‍👧‍👦 Zoë', '👨‍👩‍👧‍👦Z'],
  ['🇬🇧 👍🏽', '🇬🇧👍🏽'],
])('%j is the fifth avatar, %s', (name, initials) => {
  vi.mocked(useLastSignUp).mockReturnValue({ ...ada, id: 1, name });
  const { container } = render(<SocialProof />);

  expect(screen.getByText(initials)).toBeInTheDocument();
  expect(container.querySelectorAll('li')).toHaveLength(5);
});

// React hydrates the form first, and an early submit may be saved before it hydrates the avatars.
test('hydration keeps the avatars of the prerendered page, and adds a sign-up that is saved already', () => {
  vi.mocked(useLastSignUp).mockReturnValue(undefined);
  const container = document.createElement('div');
  container.innerHTML = renderToString(<SocialProof />);
  const prerendered = container.querySelector('li');
  vi.mocked(useLastSignUp).mockReturnValue({ ...ada, id: 1, name: 'Maya' });
  const onRecoverableError = vi.fn();
  render(<SocialProof />, { container, hydrate: true, onRecoverableError });

  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(container.querySelector('li')).toBe(prerendered);
  expect(container.querySelector('li:last-child')).toHaveTextContent('M');
});
