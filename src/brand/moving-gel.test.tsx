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
  const gel = <MovingGel from={APART} to={TOGETHER} delay={300} damping={0.5} />;
  const { container, unmount } = render(<svg aria-hidden="true">{gel}</svg>);
  return { outline: () => container.querySelector('path')?.getAttribute('d'), unmount };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('the drawing moves once, from one place to another', async () => {
  const { outline } = draw();
  await pass(290);
  expect(outline()).toBe(apart);

  await pass(110);
  expect([apart, together]).not.toContain(outline());

  await pass(4000);
  expect(outline()).toBe(together);
  expect(vi.getTimerCount()).toBe(0);
});

test('with reduced motion, the drawing is at its end at once', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
  const { outline } = draw();

  expect(outline()).toBe(together);
  expect(vi.getTimerCount()).toBe(0);
});

test('a drawing that is removed stops', async () => {
  const { unmount } = draw();
  await pass(500);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
