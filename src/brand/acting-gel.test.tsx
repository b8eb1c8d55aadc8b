import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ActingGel } from './acting-gel';
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

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'setTimeout'],
  });
});

function draw(gel: React.ReactNode) {
  const { container, rerender } = render(<svg aria-hidden="true">{gel}</svg>);
  return {
    outline: () => container.querySelector('path')?.getAttribute('d'),
    redraw: (next: React.ReactNode) => rerender(<svg aria-hidden="true">{next}</svg>),
  };
}

/** In steps between which React renders, as a browser would. */
function pass(milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 50) act(() => vi.advanceTimersByTime(50));
}

function preferReducedMotion() {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
}

const acting = <ActingGel start={APART} rest={TOGETHER} after={300} damping={0.5} />;

test('the drawing moves once when the page opens, from its start to its rest', () => {
  const { outline } = draw(acting);
  pass(250);
  expect(outline()).toBe(apart);

  pass(150);
  expect([apart, together]).not.toContain(outline());

  pass(4000);
  expect(outline()).toBe(together);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['a visitor who is reading', () => vi.advanceTimersByTime(10_000)],
  ['a visitor who prefers reduced motion', preferReducedMotion],
])('the drawing does not move for %s', (_, prepare) => {
  prepare();
  const { outline } = draw(acting);

  pass(4000);

  expect(outline()).toBe(apart);
});

test('a drawing with a new place moves there, and turns around on the way', () => {
  const { outline, redraw } = draw(<MovingGel bodies={APART} />);

  redraw(<MovingGel bodies={TOGETHER} />);
  pass(100);
  const onTheWay = outline();
  expect([apart, together]).not.toContain(onTheWay);

  redraw(<MovingGel bodies={APART} />);
  expect(outline()).toBe(onTheWay);

  pass(2000);
  expect(outline()).toBe(apart);
  expect(vi.getTimerCount()).toBe(0);
});

test('with reduced motion, a drawing is at its new place at once', () => {
  preferReducedMotion();
  const { outline, redraw } = draw(<MovingGel bodies={APART} />);

  redraw(<MovingGel bodies={TOGETHER} />);

  expect(outline()).toBe(together);
});
