import { animate } from 'framer-motion/dom/mini';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { revealSections } from './reveal-sections';

vi.mock('framer-motion/dom/mini');

const playing = { startTime: null as number | null };

beforeEach(() => {
  // jsdom animates nothing.
  HTMLElement.prototype.getAnimations = () => [playing as Animation];
  playing.startTime = null;
  vi.spyOn(performance, 'now').mockReturnValue(300);
});

afterEach(() => {
  window.dispatchEvent(new Event('load'));
  document.body.replaceChildren();
});

/** Puts a section into the document, as the parser or React does. */
async function deliver(at: number): Promise<HTMLElement> {
  const section = document.createElement('div');
  section.dataset.revealAt = String(at);
  document.body.append(section);
  // A task ends, as it does before anything is painted.
  await Promise.resolve();
  return section;
}

test('a section appears at its time, counted from the navigation', async () => {
  revealSections();

  const section = await deliver(400);

  expect(animate).toHaveBeenCalledExactlyOnceWith(
    section,
    expect.objectContaining({ opacity: [0, 1] }),
    expect.objectContaining({ delay: 0.4 }),
  );
  expect(playing.startTime).toBe(0);
});

test('every section appears once, whatever else enters the document', async () => {
  revealSections();

  const second = await deliver(400);
  const third = await deliver(600);

  expect(vi.mocked(animate).mock.calls.map(([section]) => section)).toEqual([second, third]);
});

test('a section whose time has passed is simply there', async () => {
  revealSections();

  await deliver(200);

  expect(animate).not.toHaveBeenCalled();
});

test('with reduced motion everything is simply there', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(matchMedia(media), { matches: media === '(prefers-reduced-motion: reduce)' }),
  );
  revealSections();

  await deliver(400);

  expect(animate).not.toHaveBeenCalled();
});
