import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useNewcomer } from '../waitlist/use-newcomer';
import { SocialProof } from './social-proof';

vi.mock('../waitlist/use-newcomer');

let intersect: (isIntersecting: boolean) => void;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: Array<{ isIntersecting: boolean }>) => void) {
        intersect = (isIntersecting) => act(() => callback([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
});

test.each([
  ['Maya Okafor', 'MO'],
  ['  maya  ', 'M'],
  ['Ana Maria de la Cruz', 'AC'],
  ['李小龍', '李'],
  ['عبد الله', 'عا'],
  ['👨‍👩‍👧‍👦 Zoë', '👨‍👩‍👧‍👦Z'],
])('%j joins the avatars as %s when they are in view', (name, initials) => {
  vi.mocked(useNewcomer).mockReturnValue({ id: 1, name });
  render(<SocialProof />);
  intersect(false);
  expect(screen.queryByText(initials)).not.toBeInTheDocument();

  intersect(true);

  expect(screen.getByText(initials)).toBeInTheDocument();
});

test('without Intl.Segmenter an initial is a code point', () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  vi.mocked(useNewcomer).mockReturnValue({ id: 1, name: '🦄 Zoë' });
  render(<SocialProof />);
  intersect(true);

  expect(screen.getByText('🦄Z')).toBeInTheDocument();
});

test('the next newcomer takes the fifth place', () => {
  vi.mocked(useNewcomer).mockReturnValue({ id: 1, name: 'Maya Okafor' });
  const { rerender, container } = render(<SocialProof />);
  intersect(true);

  vi.mocked(useNewcomer).mockReturnValue({ id: 2, name: 'Ada Lovelace' });
  rerender(<SocialProof />);
  intersect(true);

  expect(container.querySelectorAll('li')).toHaveLength(5);
  expect(screen.getByText('AL')).toBeInTheDocument();
});
