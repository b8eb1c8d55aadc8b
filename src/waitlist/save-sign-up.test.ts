import { onlineManager, QueryClient } from '@tanstack/react-query';
import { delay, HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ada } from '../test/ada';
import { pass, stopClock } from '../test/clock';
import { server } from '../test/server';
import { joinWaitlist } from './save-sign-up';

beforeEach(() => stopClock());
afterEach(() => {
  onlineManager.setOnline(true);
});

/** Responds to the saves in turn, then with the last response. @returns the rows it receives */
function database(...responses: Array<number | 'broken' | 'crash' | 'silent' | 'late'>) {
  const rows: unknown[] = [];
  server.use(
    http.post('https://supabase.test/rest/v1/waitlist', async ({ request }) => {
      const response = responses[Math.min(rows.length, responses.length - 1)] ?? 201;
      rows.push(await request.json());
      if (response === 'silent') await delay('infinite');
      if (response === 'late') await new Promise((resolve) => setTimeout(resolve, 9_000));
      if (response === 'broken' || response === 'silent') return HttpResponse.error();
      // What PostgREST responds when Postgres crashes.
      if (response === 'crash')
        return HttpResponse.json({ code: '', message: '' }, { status: 400 });
      return new HttpResponse(null, { status: response === 'late' ? 503 : response });
    }),
  );
  return rows;
}

let outcome: unknown;

/** Joins and lets this much time pass. @returns the outcome, if there is one */
async function join(seconds = 5) {
  outcome = 'pending';
  joinWaitlist(new QueryClient(), ada).then(
    () => (outcome = 'saved'),
    (error: unknown) => (outcome = error),
  );
  await pass(seconds);
  return outcome;
}

function expectError() {
  return vi.spyOn(console, 'error').mockReturnValue();
}

test.each(['broken', 'crash', 408, 429, 500, 503] as const)(
  'a transient failure (%s) is retried with the same row',
  async (response) => {
    const rows = database(response, response, 201);

    await expect(join()).resolves.toBe('saved');

    expect(rows).toEqual([rows[0], rows[0], rows[0]]);
  },
);

test.each([
  { response: 'broken', tries: 3, failure: 'network' },
  { response: 502, tries: 3, failure: 'server' },
  { response: 400, tries: 1, failure: 'refused' },
] as const)('with the response $response, $tries tries are a failure ($failure)', async (row) => {
  const { response, tries, failure } = row;
  const rows = database(response);
  const error = expectError();

  await expect(join()).resolves.toMatchObject({ name: 'SaveError', failure });

  expect(rows).toHaveLength(tries);
  expect(error).toHaveBeenCalledExactlyOnceWith(outcome);
});

test.each([
  { responses: ['silent', 201], seconds: 1 },
  { responses: [503, 503, 'silent', 201], seconds: 3 },
] as const)(
  'a page restored from the back-forward cache sends the row again ($responses)',
  async (row) => {
    const { responses, seconds } = row;
    const rows = database(...responses);
    await expect(join(seconds)).resolves.toBe('pending');

    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await pass(1);

    expect(rows).toEqual(responses.map(() => rows[0]));
    expect(outcome).toBe('saved');
  },
);

test('a page that is shown for the first time saves once', async () => {
  const rows = database('silent', 201);
  await join(1);

  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  await pass(1);

  expect(rows).toHaveLength(1);
});

test.each([[['silent']], [[503, 'silent']], [[503, 'late']]] as const)(
  'a save with the responses %j fails after ten seconds, not before',
  async (responses) => {
    const rows = database(...responses);
    expectError();

    await expect(join(9.5)).resolves.toBe('pending');
    await pass(0.5);

    expect(outcome).toMatchObject({ failure: 'timeout' });
    expect(rows).toHaveLength(responses.length);
  },
);

test('offline, a save fails at once instead of waiting for the network', async () => {
  database('broken');
  expectError();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);

  await expect(join(0.5)).resolves.toMatchObject({ failure: 'offline' });
});
