import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Scene } from './scene';

/** Reports whether most of the drawing is on the screen. */
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
      <g className="act-pop" data-beat="2" />
    </Scene>,
  );
  return () => [...(container.querySelector('svg')?.classList ?? [])];
}

test('a drawing waits off the screen, and acts once when it is on the screen', () => {
  const classes = draw();
  report(false);
  expect(classes()).toContain('scene-waiting');
  expect(classes()).not.toContain('scene-acting');

  report(true);
  report(false);
  report(true);

  expect(classes()).toEqual(['scene', 'notranslate', 'scene-waiting', 'scene-acting']);
});

test('a drawing that is on the screen as the app starts does not act, also when it leaves', () => {
  const classes = draw();
  report(true);
  report(false);
  report(true);

  expect(classes()).not.toContain('scene-waiting');
});
