import { act, render, screen } from '@testing-library/react';
import type { animate } from 'framer-motion/dom/mini';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const animateSpy = vi.hoisted(() => vi.fn<typeof animate>());
const motion = vi.hoisted(() => ({ load: vi.fn() }));

beforeEach(() => {
  vi.resetModules();
  vi.doMock('framer-motion/dom/mini', () => {
    motion.load();
    return { animate: animateSpy };
  });
  vi.spyOn(performance, 'now').mockReturnValue(50);
});

afterEach(() => document.head.replaceChildren());

/** What the stylesheet does where a script can run and motion is welcome. */
function hideByStylesheet() {
  document.head.innerHTML = '<style>[data-at] { opacity: 0 }</style>';
}

async function renderSection(at: 200 | 400 | 600) {
  const { Reveal } = await import('./reveal');
  await act(async () => {
    render(<Reveal at={at}>Section</Reveal>);
  });
  await vi.dynamicImportSettled();
  return screen.getByText('Section');
}

test.each([
  [200, 0.15],
  [400, 0.35],
  [600, 0.55],
] as const)('a hidden section appears %i ms after the page started', async (at, delay) => {
  hideByStylesheet();

  const section = await renderSection(at);

  expect(animateSpy).toHaveBeenCalledExactlyOnceWith(
    section,
    expect.objectContaining({ opacity: [0, 1] }),
    expect.objectContaining({ delay: expect.closeTo(delay) }),
  );
  expect(section).toHaveAttribute('data-driven', 'true');
});

test('a section whose time has passed appears at once', async () => {
  vi.mocked(performance.now).mockReturnValue(5000);
  hideByStylesheet();

  await renderSection(400);

  expect(animateSpy.mock.lastCall?.[2]).toMatchObject({ delay: 0 });
});

test('a section that is not hidden, as with reduced motion, stays still and fetches nothing', async () => {
  const section = await renderSection(200);

  expect(section).toBeVisible();
  expect(motion.load).not.toHaveBeenCalled();
  expect(animateSpy).not.toHaveBeenCalled();
});

test('without the motion library the stylesheet stays in charge', async () => {
  hideByStylesheet();
  motion.load.mockImplementation(() => {
    throw new Error('offline');
  });

  const section = await renderSection(200);

  expect(section).toHaveAttribute('data-driven', 'false');
  expect(section).not.toHaveAttribute('style');
});

test('a section that the stylesheet has shown meanwhile is not hidden again', async () => {
  hideByStylesheet();
  motion.load.mockImplementation(() => document.head.replaceChildren());

  await renderSection(200);

  expect(animateSpy).not.toHaveBeenCalled();
});
