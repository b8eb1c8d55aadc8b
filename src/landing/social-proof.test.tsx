import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ada } from '../waitlist/samples';
import { useLastSignUp } from '../waitlist/save';
import { SocialProof } from './social-proof';

vi.mock('../waitlist/save');

test.each([
  ['Maya Okafor', 'M', 'O'],
  ['  maya  ', 'M'],
  ['Ana Maria de la Cruz', 'A', 'C'],
  ['李小龍', '李'],
  // Without a joiner between them, the two letters are the word "with".
  ['محمد علي', 'م', 'ع'],
  // A letter of two consonants.
  ['क्षमा कुमार', 'क्ष', 'कु'],
  ['👨‍👩‍👧‍👦 Zoë', '👨‍👩‍👧‍👦', 'Z'],
  ['🏴󠁧󠁢󠁷󠁬󠁳󠁿 👍🏽', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '👍🏽'],
])('%j is the fifth avatar, %s', (name, ...initials) => {
  vi.mocked(useLastSignUp).mockReturnValue({ ...ada, id: 1, name });
  const { container } = render(<SocialProof />);

  expect(screen.getByText(initials.join('\u200c'))).toBeInTheDocument();
  expect(container.querySelectorAll('li')).toHaveLength(5);
});

test('a browser that cannot tell letters apart shows the first character', () => {
  vi.stubGlobal('Intl', {});
  vi.mocked(useLastSignUp).mockReturnValue({ ...ada, id: 1, name: '𝒜da Lovelace' });
  render(<SocialProof />);

  expect(screen.getByText('𝒜')).toBeInTheDocument();
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
