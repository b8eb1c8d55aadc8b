import { beforeEach, expect, test, vi } from 'vitest';
import { backoff, fetchRemoteConfig } from './remote-config';

const CONFIG = { heatmaps: false };

/** Answers in turn, the last answer for ever; keeps the seconds at which it was asked. */
function answer(...answers: Array<number | Error | string>) {
  const start = Date.now();
  const seconds: number[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const next = answers[Math.min(seconds.length, answers.length - 1)];
    seconds.push((Date.now() - start) / 1000);
    if (next instanceof Error) throw next;
    if (typeof next === 'string') return new Response(next);
    return Response.json(CONFIG, { status: next ?? 200 });
  });
  return seconds;
}

/** How the fetch ends, after two minutes on the clock. */
async function outcome() {
  const settled = fetchRemoteConfig('https://posthog.test', 'phc_key').catch(
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return settled;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

test('the configuration is fetched once, from the project’s address', async () => {
  const seconds = answer(200);
  await expect(outcome()).resolves.toEqual(CONFIG);
  expect(seconds).toEqual([0]);
  expect(fetch).toHaveBeenCalledWith(
    'https://posthog.test/array/phc_key/config',
    expect.anything(),
  );
});

test.each([429, 500, 503, 504])('a %i is tried again after a second', async (status) => {
  const seconds = answer(status, 200);
  await expect(outcome()).resolves.toEqual(CONFIG);
  expect(seconds).toEqual([0, 1]);
});

test.each([
  400,
  401,
  403,
  404,
  408,
  501,
  502,
  new TypeError('Failed to fetch'),
  'null',
  '"on"',
  '<!doctype html>',
])('%s is final', async (response) => {
  const seconds = answer(response);
  await expect(outcome()).resolves.toBeInstanceOf(Error);
  expect(seconds).toEqual([0]);
});

test('the waits double, and it gives up rather than wait past 60 seconds', async () => {
  const seconds = answer(429);
  await expect(outcome()).resolves.toMatchObject({ message: expect.stringContaining('429') });
  expect(seconds).toEqual([0, 1, 3, 7, 15, 31]);
});

test('the waits after a 503 grow thirtyfold', async () => {
  const seconds = answer(503);
  await expect(outcome()).resolves.toMatchObject({ message: expect.stringContaining('503') });
  expect(seconds).toEqual([0, 1, 31]);
});

test('the status of the last answer decides how long to wait', async () => {
  const seconds = answer(500, 503, 200);
  await expect(outcome()).resolves.toEqual(CONFIG);
  expect(seconds).toEqual([0, 1, 31]);
});

test('a host that never answers is given up after 60 seconds', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const ended = vi.fn();
  const settled = outcome().finally(ended);

  await vi.advanceTimersByTimeAsync(59_999);
  expect(ended).not.toHaveBeenCalled();

  await expect(settled).resolves.toMatchObject({ name: 'TimeoutError' });
});

test.each([
  { failures: 0, status: 429, wait: 1000 },
  { failures: 1, status: 500, wait: 2000 },
  { failures: 3, status: 504, wait: 8000 },
  { failures: 0, status: 503, wait: 1000 },
  { failures: 2, status: 503, wait: 900_000 },
])('a $status after $failures failures waits $wait ms, give or take a half', (row) => {
  const { failures, status, wait } = row;
  vi.mocked(Math.random).mockReturnValue(0);
  expect(backoff(failures, status)).toBe(wait * 0.5);
  vi.mocked(Math.random).mockReturnValue(0.999);
  expect(backoff(failures, status)).toBeCloseTo(wait * 1.5, -4);
});

test('no wait is longer than four hours', () => {
  expect(backoff(20, 503)).toBe(4 * 60 * 60 * 1000);
});
