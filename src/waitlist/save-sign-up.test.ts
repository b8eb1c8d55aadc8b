import { format } from 'node:util';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { delay, HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capture } from '../analytics/analytics';
import { ada } from '../test/ada';
import { pass, stopClock } from '../test/clock';
import { server } from '../test/server';
import { joinWaitlist } from './save-sign-up';
import type { SignUp } from './waitlist-fields';

vi.mock('../analytics/analytics');

beforeEach(() => stopClock());
afterEach(() => {
  onlineManager.setOnline(true);
});

/** Responds to the saves in turn, repeats the last response, and keeps what was sent. */
function database(...answers: Array<number | 'broken' | 'silent' | 'late'>) {
  const rows: unknown[] = [];
  server.use(
    http.post('https://supabase.test/rest/v1/waitlist', async ({ request }) => {
      const answer = answers[Math.min(rows.length, answers.length - 1)] ?? 201;
      rows.push(await request.json());
      if (answer === 'silent') await delay('infinite');
      if (answer === 'late') await new Promise((resolve) => setTimeout(resolve, 9_000));
      if (answer === 'broken' || answer === 'silent') return HttpResponse.error();
      return new HttpResponse(null, { status: answer === 'late' ? 503 : answer });
    }),
  );
  return rows;
}

/** Joins and lets this much time pass. @returns the outcome, if there is one */
async function join({ signUp = ada as SignUp, seconds = 5 } = {}) {
  let outcome: unknown = 'pending';
  joinWaitlist(new QueryClient(), signUp).then(
    () => (outcome = 'saved'),
    (error: unknown) => (outcome = error),
  );
  await pass(seconds);
  return outcome;
}

function events() {
  return vi.mocked(capture).mock.calls;
}

function expectError() {
  return vi.spyOn(console, 'error').mockReturnValue();
}

test('a saved sign-up is sent to analytics after the save', async () => {
  const rows = database(201);

  await expect(join({ seconds: 0.5 })).resolves.toBe('saved');

  expect(rows).toHaveLength(1);
  expect(events()).toEqual([
    [
      'waitlist_signup',
      { name: 'Ada Lovelace', has_email: true, has_phone: true, has_instagram: true },
    ],
  ]);
});

test.each([
  { email: null, instagram: null, has_email: false, has_instagram: false },
  { email: null, instagram: '@ada', has_email: false, has_instagram: true },
  { email: 'a@b.co', instagram: null, has_email: true, has_instagram: false },
])(
  'analytics learns whether there is an email ($has_email) and a handle ($has_instagram)',
  async ({ has_email, has_instagram, ...left }) => {
    database(201);
    await join({ signUp: { ...ada, ...left } });
    expect(events()).toEqual([
      ['waitlist_signup', { name: 'Ada Lovelace', has_email, has_phone: true, has_instagram }],
    ]);
  },
);

test.each(['broken', 408, 429, 500, 503] as const)(
  'what may pass (%s) is retried quietly until it does',
  async (answer) => {
    const rows = database(answer, answer, 201);

    await expect(join()).resolves.toBe('saved');

    expect(rows).toHaveLength(3);
    expect(events().map(([name]) => name)).toEqual(['waitlist_signup']);
  },
);

test('a retry sends the very same row, so that it is stored once', async () => {
  const rows = database(503, 503, 201);

  await join();

  const [first, second, third] = rows;
  expect([second, third]).toEqual([first, first]);
});

test.each([
  { answer: 'broken', tries: 3, failure: 'network' },
  { answer: 408, tries: 3, failure: 'refused' },
  { answer: 429, tries: 3, failure: 'rate_limited' },
  { answer: 502, tries: 3, failure: 'server' },
  { answer: 200, tries: 1, failure: 'refused' },
  { answer: 400, tries: 1, failure: 'refused' },
  { answer: 401, tries: 1, failure: 'refused' },
  { answer: 403, tries: 1, failure: 'refused' },
  { answer: 409, tries: 1, failure: 'refused' },
] as const)('$answer for ever: $tries tries, then a failure ($failure)', async (row) => {
  const { answer, tries, failure } = row;
  const rows = database(answer);
  const error = expectError();

  const outcome = await join();

  expect(outcome).toMatchObject({ name: 'SaveError', failure });
  expect(rows).toHaveLength(tries);
  expect(error).toHaveBeenCalledExactlyOnceWith(outcome);
  expect(events()).toEqual([['waitlist_signup_failed', { reason: failure }]]);
});

test('a server that never answers is a failure after ten seconds, not before', async () => {
  const rows = database('silent');
  const error = expectError();

  await expect(join({ seconds: 9.5 })).resolves.toBe('pending');
  await pass(0.5);

  expect(error.mock.lastCall).toMatchObject([{ failure: 'timeout' }]);
  expect(rows).toHaveLength(1);
  expect(events()).toEqual([['waitlist_signup_failed', { reason: 'timeout' }]]);
});

test.each([
  { answers: ['silent', 201], seconds: 1 },
  { answers: [503, 503, 'silent', 201], seconds: 3 },
] as const)('back from the back-forward cache it asks anew ($answers)', async (row) => {
  const { answers, seconds } = row;
  const rows = database(...answers);
  await expect(join({ seconds })).resolves.toBe('pending');

  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await pass(1);

  expect(rows).toEqual(answers.map(() => rows[0]));
  expect(events().map(([name]) => name)).toEqual(['waitlist_signup']);
});

test('a page that is shown for the first time saves once', async () => {
  const rows = database('silent', 201);
  await join({ seconds: 1 });

  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  await pass(1);

  expect(rows).toHaveLength(1);
});

test.each(['silent', 'late'] as const)(
  'a retry that is %s does not exceed the ten seconds',
  async (answer) => {
    const rows = database(503, answer);
    expectError();

    await expect(join({ seconds: 9.5 })).resolves.toBe('pending');
    await pass(0.5);

    expect(rows).toHaveLength(2);
    expect(events()).toEqual([['waitlist_signup_failed', { reason: 'timeout' }]]);
  },
);

test('offline it fails at once instead of waiting for the network', async () => {
  database('broken');
  expectError();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);

  await expect(join({ seconds: 0.5 })).resolves.toMatchObject({ failure: 'offline' });

  expect(events()).toEqual([['waitlist_signup_failed', { reason: 'offline' }]]);
});

test('the console never shows what a visitor typed', async () => {
  database(400);
  const error = expectError();

  await join();

  expect(format(...(error.mock.lastCall ?? []))).not.toMatch(/Ada|7946|@ada|ada@/);
});
