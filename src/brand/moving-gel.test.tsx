import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

const { dataset } = document.documentElement;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => delete dataset.submittedAt);

function draw() {
  const gel = <MovingGel start={APART} rest={TOGETHER} delay={300} deadline={3000} damping={0.5} />;
  const { container, unmount } = render(<svg aria-hidden="true">{gel}</svg>);
  return { outline: () => container.querySelector('path')?.getAttribute('d'), unmount };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('the drawing moves once, from its start to its rest', async () => {
  const { outline } = draw();
  await pass(290);
  expect(outline()).toBe(apart);

  await pass(110);
  expect([apart, together]).not.toContain(outline());

  await pass(4000);
  expect(outline()).toBe(together);
  expect(vi.getTimerCount()).toBe(0);
});

test('while a submit waits, the drawing neither begins nor goes on to move', async () => {
  dataset.submittedAt = 'now';
  const { outline } = draw();
  await pass(1000);
  expect(outline()).toBe(apart);

  delete dataset.submittedAt;
  await pass(300);
  const moving = outline();
  expect([apart, together]).not.toContain(moving);
  dataset.submittedAt = 'now';
  await pass(20);
  const paused = outline();
  await pass(2000);
  expect(outline()).toBe(paused);

  delete dataset.submittedAt;
  await pass(2000);
  expect(outline()).toBe(together);
});

test('the drawing does not move for a visitor who is reading', async () => {
  vi.advanceTimersByTime(10_000);
  const { outline } = draw();

  await pass(4000);

  expect(outline()).toBe(apart);
});

test('with reduced motion, the drawing is at its rest at once', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
  const { outline } = draw();

  expect(outline()).toBe(together);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([100, 500])('a drawing that is removed after %i ms stops', async (milliseconds) => {
  const { unmount } = draw();
  await pass(milliseconds);
  unmount();
  await pass(1000);

  expect(vi.getTimerCount()).toBe(0);
});
