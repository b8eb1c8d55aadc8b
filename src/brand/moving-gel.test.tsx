import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Body, gelPaths } from './gel-path';
import { MovingGel } from './moving-gel';

const APART: readonly Body[] = [
  [20, 20, 10],
  [80, 20, 10],
];
const TOGETHER: readonly Body[] = [
  [45, 20, 15],
  [55, 20, 15],
];
const [apart, together] = [APART, TOGETHER].map((bodies) => gelPaths(bodies).join(''));

beforeEach(() => void vi.useFakeTimers());

function draw() {
  const gel = <MovingGel start={APART} rest={TOGETHER} delay={300} deadline={3000} damping={0.5} />;
  const { container, unmount } = render(<svg aria-hidden="true">{gel}</svg>);
  return { outline: () => container.querySelector('path')?.getAttribute('d'), unmount };
}

function pass(milliseconds: number) {
  act(() => vi.advanceTimersByTime(milliseconds));
}

test('the drawing moves once, from its start to its rest', () => {
  const { outline } = draw();
  pass(290);
  expect(outline()).toBe(apart);

  pass(110);
  expect([apart, together]).not.toContain(outline());

  pass(4000);
  expect(outline()).toBe(together);
  expect(vi.getTimerCount()).toBe(0);
});

test('the drawing does not move for a visitor who is reading', () => {
  vi.advanceTimersByTime(10_000);
  const { outline } = draw();

  pass(4000);

  expect(outline()).toBe(apart);
});

test('with reduced motion, the drawing is at its rest at once', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
  const { outline } = draw();

  expect(outline()).toBe(together);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([100, 500])('a drawing that is removed after %i ms leaves no timer', (milliseconds) => {
  const { unmount } = draw();
  pass(milliseconds);
  unmount();

  expect(vi.getTimerCount()).toBe(0);
});
