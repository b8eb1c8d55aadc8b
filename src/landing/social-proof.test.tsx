import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SocialProof } from './social-proof';

let scrollIntoView: (isIntersecting: boolean) => void;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: Array<{ isIntersecting: boolean }>) => void) {
        scrollIntoView = (isIntersecting) => act(() => callback([{ isIntersecting }]));
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
  ['🦄 Zoë', '🦄Z'],
])('%j joins the crowd as %s, as soon as it can be seen', (newcomer, initials) => {
  const { rerender } = render(<SocialProof />);
  rerender(<SocialProof newcomer={newcomer} />);
  scrollIntoView(false);
  expect(screen.queryByText(initials)).not.toBeInTheDocument();

  scrollIntoView(true);

  expect(screen.getByText(initials)).toBeInTheDocument();
});

test('the next newcomer takes the fifth place over', () => {
  const { rerender, container } = render(<SocialProof newcomer="Maya Okafor" />);
  scrollIntoView(true);

  rerender(<SocialProof newcomer="Ada Lovelace" />);
  scrollIntoView(true);

  expect(container.querySelectorAll('li')).toHaveLength(5);
  expect(screen.getByText('AL')).toBeInTheDocument();
});
