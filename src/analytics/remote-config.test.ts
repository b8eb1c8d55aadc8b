import { beforeEach, expect, test, vi } from 'vitest';
import { fetchRemoteConfig } from './remote-config';

const CONFIG = { heatmaps: false };

/** Responds in turn, with the last one for good; records the seconds of the requests. */
function respond(...responses: Array<number | Error | string>) {
  const start = Date.now();
  const seconds: number[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const next = responses[Math.min(seconds.length, responses.length - 1)];
    seconds.push((Date.now() - start) / 1000);
    if (next instanceof Error) throw next;
    if (typeof next === 'string') return new Response(next);
    return Response.json(CONFIG, { status: next ?? 200 });
  });
  return seconds;
}

/** The configuration or the error, after two minutes on the clock. */
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

test("fetches the configuration once, from the project's address", async () => {
  respond(200);
  await expect(outcome()).resolves.toEqual(CONFIG);
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    'https://posthog.test/array/phc_key/config',
    expect.anything(),
  );
});

test.each([429, 500, 503, 504])('retries after %i', async (status) => {
  respond(status, 200);
  await expect(outcome()).resolves.toEqual(CONFIG);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([400, 404, 408, 501, 502, new TypeError('Failed to fetch'), 'null', '"on"', '<html>'])(
  'fails without a retry after %s',
  async (response) => {
    respond(response);
    await expect(outcome()).resolves.toBeInstanceOf(Error);
    expect(fetch).toHaveBeenCalledOnce();
  },
);

test.each([
  { responses: [429], random: 0.5, seconds: [0, 1, 3, 7, 15, 31] },
  { responses: [503], random: 0.5, seconds: [0, 1, 31] },
  { responses: [500, 503, 200], random: 0.5, seconds: [0, 1, 31] },
  { responses: [500, 500, 200], random: 0, seconds: [0, 0.5, 1.5] },
  { responses: [500, 500, 200], random: 1, seconds: [0, 1.5, 4.5] },
])('after $responses with random $random, sends requests at $seconds s', async (row) => {
  vi.mocked(Math.random).mockReturnValue(row.random);
  const seconds = respond(...row.responses);
  await outcome();
  expect(seconds).toEqual(row.seconds);
});

test('times out after 60 seconds', async () => {
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
