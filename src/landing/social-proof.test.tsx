import { render, screen } from '@testing-library/react';
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
  ['👨‍👩‍👧‍👦 Zoë', '👨‍👩‍👧‍👦Z'],
])('%j is the fifth avatar, %s', (name, initials) => {
  vi.mocked(useLastSignUp).mockReturnValue({ ...ada, id: 1, name });
  const { container } = render(<SocialProof />);

  expect(screen.getByText(initials)).toBeInTheDocument();
  expect(container.querySelectorAll('li')).toHaveLength(5);
});

test('without Intl.Segmenter an initial is a code point', () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  vi.mocked(useLastSignUp).mockReturnValue({ ...ada, id: 1, name: '🦄 Zoë' });
  render(<SocialProof />);

  expect(screen.getByText('🦄Z')).toBeInTheDocument();
});
