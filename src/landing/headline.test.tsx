import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Headline } from './headline';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'setTimeout'],
  });
});

/** The drawings of the three words, at this moment. */
function openPage() {
  const { container } = render(<Headline />);
  return () => Array.from(container.querySelectorAll('path'), (path) => path.getAttribute('d'));
}

/** In steps between which React renders, as a browser would. */
function pass(milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 50) act(() => vi.advanceTimersByTime(50));
}

test('the words are acted once as the page opens, and end as they began', () => {
  const drawings = openPage();
  const atRest = drawings();

  pass(200);
  expect(drawings()).not.toEqual(atRest);

  pass(5000);
  expect(drawings()).toEqual(atRest);
  expect(vi.getTimerCount()).toBe(0);
});

test('"gel." ends as one body under one light', () => {
  const { container } = render(<Headline />);
  const last = container.querySelector('.headline-word:last-child');

  expect(last?.querySelector('path')?.getAttribute('d')?.match(/Z/g)).toHaveLength(1);
  const lights = Array.from(last?.querySelectorAll('.gel-gloss') ?? []);
  expect(lights.map((light) => light.getAttribute('opacity'))).toEqual(['1', '0']);
});

test('who reads already is not disturbed by a late script', () => {
  vi.advanceTimersByTime(10_000);
  const drawings = openPage();
  const atRest = drawings();

  pass(200);

  expect(drawings()).toEqual(atRest);
});

test('with reduced motion the words stand still', () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(matchMedia(media), { matches: media === '(prefers-reduced-motion: reduce)' }),
  );
  const drawings = openPage();
  const atRest = drawings();

  pass(200);

  expect(drawings()).toEqual(atRest);
});
