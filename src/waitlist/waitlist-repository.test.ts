import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { ada } from '../test/ada';
import { server } from '../test/server';
import { SaveError } from './save-error';
import { addToWaitlist } from './waitlist-repository';

const WAITLIST = 'https://supabase.test/rest/v1/waitlist';

const submittedAt = new Date('2026-11-21T23:30:00.250+01:00');

function add(signal = new AbortController().signal) {
  return addToWaitlist(ada, submittedAt, signal);
}

/** Responds to the saves. @returns the requests it receives */
function database(respond: () => Response = () => new HttpResponse(null, { status: 201 })) {
  const requests: Request[] = [];
  server.use(
    http.all(`${WAITLIST}*`, ({ request }) => {
      requests.push(request.clone());
      return respond();
    }),
  );
  return requests;
}

async function failureOf(save: Promise<void>): Promise<unknown> {
  return save.then(
    () => 'saved',
    (error: unknown) => error,
  );
}

test('one row is inserted, with the five columns, the key, and nothing else', async () => {
  const requests = database();

  await expect(add()).resolves.toBeUndefined();

  expect(requests).toHaveLength(1);
  const { method, headers, url, keepalive } = requests[0] ?? new Request('about:blank');
  expect(method).toBe('POST');
  expect(headers.get('apikey')).toBe('anon-key');
  expect(headers.get('content-type')).toContain('application/json');
  // A visitor cannot read: the insert would be rejected.
  expect(headers.get('prefer') ?? '').not.toContain('return=representation');
  expect(new URL(url).searchParams.has('select')).toBe(false);
  // The save goes on when the visitor leaves the page.
  expect(keepalive).toBe(true);
  const { phoneNumber: phone_number, ...others } = ada;
  await expect(requests[0]?.json()).resolves.toEqual({
    ...others,
    phone_number,
    timestamp: '2026-11-21T22:30:00.250Z',
  });
});

test.each([
  ['a log-in page', 200, 'refused'],
  ['an empty success', 204, 'refused'],
  ['a bad request', 400, 'refused'],
  ['a wrong key', 401, 'refused'],
  ['a missing grant', 403, 'refused'],
  ['a missing table', 404, 'refused'],
  ['a request that took too long', 408, 'refused'],
  ['a conflict', 409, 'refused'],
  ['a limit', 429, 'rate_limited'],
  ['a broken database', 500, 'server'],
  ['a broken proxy', 502, 'server'],
  ['a paused project', 540, 'server'],
])('%s (%i) is not a stored row', async (_, status, failure) => {
  database(() => new HttpResponse('<!doctype html><p>Hello', { status }));

  const error = await failureOf(add());

  expect(error).toBeInstanceOf(SaveError);
  const message = `The sign-up was not saved: ${failure} (status ${status})`;
  expect(error).toMatchObject({ failure, status, message });
});

test('a crash of Postgres, which PostgREST reports as 400 with an empty code, is a server failure', async () => {
  database(() => HttpResponse.json({ code: '', message: '' }, { status: 400 }));
  expect(await failureOf(add())).toMatchObject({ failure: 'server', status: 400 });
});

test('the error has Postgres’ code, and not its message, which quotes the row', async () => {
  database(() =>
    HttpResponse.json(
      { code: '23514', message: 'violates', details: 'Failing row contains (Ada Lovelace, +44 …)' },
      { status: 400 },
    ),
  );

  const error = await failureOf(add());

  expect(String(error)).toBe(
    'SaveError: The sign-up was not saved: refused (status 400, code 23514)',
  );
  expect(JSON.stringify(error)).not.toContain('Ada');
  expect(error).not.toHaveProperty('cause');
});

test('a broken connection is a network failure, unless the device is offline', async () => {
  database(() => HttpResponse.error());
  await expect(add()).rejects.toMatchObject({ failure: 'network', status: 0 });

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(add()).rejects.toMatchObject({ failure: 'offline', status: 0 });
});

test('a server that does not respond is a timeout when the signal aborts', async () => {
  const time = new AbortController();
  server.use(http.post(WAITLIST, () => new Promise<Response>(() => {})));
  const saving = add(time.signal);

  time.abort();

  await expect(saving).rejects.toMatchObject({ failure: 'timeout', status: 0 });
});
