import { focusManager, MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSupabaseClient } from '../lib/supabase';
import { pass, stopClock } from '../testing/clock';
import { ada } from '../testing/people';
import { server } from '../testing/server';
import { signUpSchema, toRow } from './fields';
import { SaveError, saveOptions } from './save';

const pressed = new Date('2026-11-21T23:30:00.250+01:00');

const row = toRow(signUpSchema.parse(ada), pressed);

beforeEach(() => stopClock(pressed));

const offline = () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  return HttpResponse.error();
};

type Reply = number | (() => Response | Promise<Response>);

/** Responds to the saves in turn, then with the last response. @returns the requests it receives */
function database(...replies: Reply[]) {
  const requests: Request[] = [];
  server.use(
    http.all('https://supabase.test/rest/v1/waitlist*', ({ request }) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)] ?? 201;
      requests.push(request.clone());
      return typeof reply === 'number' ? new HttpResponse('<!doctype html><p>Hello', { status: reply }) : reply();
    }),
  );
  return requests;
}

let outcome: unknown;

/** Saves and lets this much time pass. @returns the outcome, if there is one */
async function saveFor(seconds: number) {
  outcome = 'pending';
  const client = new QueryClient();
  client.mount();
  onTestFinished(() => client.unmount());
  const mutation = new MutationObserver(client, saveOptions);
  mutation.mutate({ values: { ...ada, name: ` ${ada.name} ` }, submittedAt: pressed }).then(
    (saved) => (outcome = saved),
    (error: unknown) => (outcome = error),
  );
  await pass(seconds);
  return outcome;
}

test('one row is inserted, with the columns of the fields, the time, the key, and nothing else', async () => {
  const requests = database(201);

  await expect(saveFor(1)).resolves.toEqual(row);

  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers.get('apikey')).toBe('anon-key');
  // The save completes when the visitor leaves the page.
  expect(requests[0]?.keepalive).toBe(true);
  await expect(requests[0]?.json()).resolves.toEqual(row);
});

test.each<[what: string, Reply, tries: number, reason: string, status?: number]>([
  ['another success', 200, 1, 'refused'],
  ['a bad request', 400, 1, 'refused'],
  ['a request that took too long', 408, 3, 'refused'],
  ['a conflict', 409, 1, 'refused'],
  ['a limit', 429, 1, 'rate_limited'],
  ['a broken database', 500, 3, 'server'],
  ['a paused project', 540, 3, 'server'],
  ['a broken connection', HttpResponse.error, 3, 'network', 0],
  ['a device that is offline', offline, 1, 'offline', 0],
])('a sign-up is not confirmed if the response is %s', async (_, reply, tries, reason, status = Number(reply)) => {
  const requests = database(reply);

  await expect(saveFor(5)).resolves.toBeInstanceOf(SaveError);

  const message = `The sign-up is not confirmed: ${reason} (status ${status})`;
  expect(outcome).toMatchObject({ name: 'SaveError', reason, status, message });
  expect(requests).toHaveLength(tries);
});

test('a device that reports that it is offline does not pause a save', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  database(201);

  await expect(saveFor(1)).resolves.toEqual(row);
});

test('a broken connection and a 408 are retried with the same row, after pauses', async () => {
  const requests = database(HttpResponse.error, 408, 201);

  await expect(saveFor(1.5)).resolves.toBe('pending');
  await pass(1);
  expect(outcome).toEqual(row);

  const rows = await Promise.all(requests.map((request) => request.text()));
  expect(rows).toEqual([rows[0], rows[0], rows[0]]);
});

test('a retry waits while the page is in the background, and goes on when it comes back', async () => {
  focusManager.setFocused(false);
  onTestFinished(() => focusManager.setFocused(undefined));
  const requests = database(500, 201);

  await expect(saveFor(30)).resolves.toBe('pending');
  expect(requests).toHaveLength(1);
  focusManager.setFocused(true);
  await pass(0.5);
  expect(outcome).toEqual(row);
});

test('the error has Postgres’ code, and neither its message nor its details, which quote the row', async () => {
  const details = 'Failing row contains (Ada Lovelace, +44 …)';
  database(() => HttpResponse.json({ code: '23514', message: 'no', details }, { status: 400 }));

  const error = await saveFor(1);

  expect(String(error)).toBe('SaveError: The sign-up is not confirmed: refused (status 400, code 23514)');
  expect(JSON.stringify(error)).not.toContain('Ada');
  expect(error).not.toHaveProperty('cause');
});

test('without a response, an attempt ends after ten seconds, not before', async () => {
  const requests = database(() => new Promise<never>(() => {}));
  await expect(saveFor(9.5)).resolves.toBe('pending');
  await pass(0.5);

  expect(outcome).toMatchObject({ reason: 'timeout', status: 0 });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.signal.aborted).toBe(true);
});

test('a save ends after ten seconds even if the browser never settles the request', async () => {
  vi.stubGlobal('fetch', () => new Promise<never>(() => {}));

  await expect(saveFor(10)).resolves.toMatchObject({ reason: 'timeout' });
});

test('the use of a part of supabase-js that the build leaves out is an error with its cause', () => {
  expect(() => createSupabaseClient().storage.from('a')).toThrow('supabase-js is built without "from"');
});
