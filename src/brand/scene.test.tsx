import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Scene } from './scene';

/** Reports whether the drawing is on the screen. */
let report: (isIntersecting: boolean) => void;

beforeEach(() => {
  report = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        report = (isIntersecting) => act(() => callback([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {
        report = () => {};
      }
    },
  );
});

function draw() {
  const { container } = render(
    <Scene>
      <g className="scene-appear" data-beat="2" />
    </Scene>,
  );
  return () => [...(container.querySelector('svg')?.classList ?? [])];
}

test.each([
  ['waits off the screen', [false], ['scene-waiting']],
  ['acts once when it comes on the screen', [false, true, false, true], ['scene-waiting', 'scene-acting']],
  // Only a drawing that waited moves.
  ['stays as it is if it is on the screen as the app starts', [true, false, true], ['scene-acting']],
])('a drawing %s', (_, reports, expected) => {
  const classes = draw();
  for (const isOnScreen of reports) report(isOnScreen);
  expect(classes()).toEqual(['scene', 'notranslate', ...expected]);
});
