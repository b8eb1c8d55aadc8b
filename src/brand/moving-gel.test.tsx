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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
});

function draw(bodies: readonly Body[]) {
  const drawing = (shown: readonly Body[]) => (
    <svg aria-hidden="true">
      <MovingGel bodies={shown} />
    </svg>
  );
  const { container, rerender } = render(drawing(bodies));
  return {
    outline: () => container.querySelector('path')?.getAttribute('d'),
    move: (to: readonly Body[]) => rerender(drawing(to)),
  };
}

function pass(milliseconds: number) {
  act(() => vi.advanceTimersByTime(milliseconds));
}

test('at first the bodies are where they belong', () => {
  const { outline } = draw(APART);
  pass(500);
  expect(outline()).toBe(gelPaths(APART).join(''));
});

test('bodies with a new place go there, and come to rest in it exactly', () => {
  const { outline, move } = draw(APART);

  move(TOGETHER);
  expect(outline()).toBe(gelPaths(APART).join(''));

  pass(100);
  expect([gelPaths(APART), gelPaths(TOGETHER)].map((paths) => paths.join(''))).not.toContain(
    outline(),
  );

  pass(5000);
  expect(outline()).toBe(gelPaths(TOGETHER).join(''));
});

test('called back on the way they turn around where they are', () => {
  const { outline, move } = draw(APART);
  move(TOGETHER);
  pass(100);
  const onTheWay = outline();

  move(APART);
  expect(outline()).toBe(onTheWay);

  pass(5000);
  expect(outline()).toBe(gelPaths(APART).join(''));
});

test('at rest nothing runs', () => {
  const { move } = draw(APART);
  move(TOGETHER);
  pass(5000);
  expect(vi.getTimerCount()).toBe(0);
});

test('with reduced motion they are at their new place at once', () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(matchMedia(media), { matches: media === '(prefers-reduced-motion: reduce)' }),
  );
  const { outline, move } = draw(APART);

  move(TOGETHER);

  expect(outline()).toBe(gelPaths(TOGETHER).join(''));
});
