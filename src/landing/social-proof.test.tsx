import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ada } from '../testing/people';
import { toRow } from '../waitlist/fields';
import { SocialProof } from './social-proof';

test.each([
  ['Maya Okafor', 'MO'],
  ['  maya  ', 'M'],
  ['Ana Maria de la Cruz', 'AM'],
  ['李小龍', '李'],
  ['"Ọlá" (Wale) 2', 'ỌW'],
  ['@ada', 'A'],
  ['👨‍👩‍👧‍👦 Zoë', 'Z'],
  ['🎉 2', '🎉'],
])('%j is the fifth avatar, %s', (name, initials) => {
  const { container } = render(<SocialProof lastSignUp={toRow({ ...ada, name }, new Date())} />);

  expect(screen.getByText(initials)).toBeInTheDocument();
  expect(container.querySelectorAll('li')).toHaveLength(5);
});
