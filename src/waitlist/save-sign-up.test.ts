import { format } from 'node:util';
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

/** Responds to the saves in turn, repeats the last response, and keeps what was sent. */
function database(...answers: Array<number | 'broken' | 'crash' | 'silent' | 'late'>) {
  const rows: unknown[] = [];
  server.use(
    http.post('https://supabase.test/rest/v1/waitlist', async ({ request }) => {
      const answer = answers[Math.min(rows.length, answers.length - 1)] ?? 201;
      rows.push(await request.json());
      if (answer === 'silent') await delay('infinite');
      if (answer === 'late') await new Promise((resolve) => setTimeout(resolve, 9_000));
      if (answer === 'broken' || answer === 'silent') return HttpResponse.error();
      // What PostgREST responds when Postgres crashes.
      if (answer === 'crash') return HttpResponse.json({ code: '', message: '' }, { status: 400 });
      return new HttpResponse(null, { status: answer === 'late' ? 503 : answer });
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
  async (answer) => {
    const rows = database(answer, answer, 201);

    await expect(join()).resolves.toBe('saved');

    expect(rows).toEqual([rows[0], rows[0], rows[0]]);
  },
);

test.each([
  { answer: 'broken', tries: 3, failure: 'network' },
  { answer: 502, tries: 3, failure: 'server' },
  { answer: 400, tries: 1, failure: 'refused' },
] as const)('$answer for ever: $tries tries, then a failure ($failure)', async (row) => {
  const { answer, tries, failure } = row;
  const rows = database(answer);
  const error = expectError();

  await expect(join()).resolves.toMatchObject({ name: 'SaveError', failure });

  expect(rows).toHaveLength(tries);
  expect(error).toHaveBeenCalledExactlyOnceWith(outcome);
});

test('a server that never answers is a failure after ten seconds, not before', async () => {
  const rows = database('silent');
  expectError();

  await expect(join(9.5)).resolves.toBe('pending');
  await pass(0.5);

  expect(outcome).toMatchObject({ failure: 'timeout' });
  expect(rows).toHaveLength(1);
});

test.each([
  { answers: ['silent', 201], seconds: 1 },
  { answers: [503, 503, 'silent', 201], seconds: 3 },
] as const)(
  'a page restored from the back-forward cache sends the row again ($answers)',
  async (row) => {
    const { answers, seconds } = row;
    const rows = database(...answers);
    await expect(join(seconds)).resolves.toBe('pending');

    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await pass(1);

    expect(rows).toEqual(answers.map(() => rows[0]));
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

test.each(['silent', 'late'] as const)(
  'a retry that is %s does not exceed the ten seconds',
  async (answer) => {
    const rows = database(503, answer);
    expectError();

    await expect(join(9.5)).resolves.toBe('pending');
    await pass(0.5);

    expect(rows).toHaveLength(2);
    expect(outcome).toMatchObject({ failure: 'timeout' });
  },
);

test('offline it fails at once instead of waiting for the network', async () => {
  database('broken');
  expectError();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);

  await expect(join(0.5)).resolves.toMatchObject({ failure: 'offline' });
});

test('the console never shows what a visitor typed', async () => {
  database(400);
  const error = expectError();

  await join();

  expect(format(...(error.mock.lastCall ?? []))).not.toMatch(/Ada|7946|@ada|ada@/);
});
