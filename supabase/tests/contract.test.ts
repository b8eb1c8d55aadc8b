import { inspect } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, startRealStack } from '../local/real-stack.ts';
import { onRealStack } from './on-real.ts';
import { insertOf, person } from './visitor.ts';

// What the API answers to strangers, on the backend of `npm run dev` and on the one that a hosted
// project runs. Ada is on the list before each request.

const ada = { ...person(1), name: 'Ada' };
const bob = { ...person(2), name: 'Bob' };
const LONG = 'x'.repeat(1001);

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
type Answered = { status: number; adds: 0 | 1 };
type Case = Sent & Answered & { embedded?: Answered & { because: string } };

const STORED: Answered = { status: 201, adds: 1 };
const NOTHING_STORED: Answered = { status: 201, adds: 0 };
const refused = (status: number): Answered => ({ status, adds: 0 });
const but = (answered: Answered, because: string) => ({ embedded: { ...answered, because } });

/** Claims `service_role`, signed by somebody else. */
const FORGED_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.forged';

const post = (body: unknown, headers: Record<string, string> = {}): Sent => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const preferring = (prefer: string) => post(bob, { prefer });
const get = (path: string, headers = {}): Sent => ({ method: 'GET', path, headers });

const contract: Record<string, Case> = {
  'a sign-up': { ...post(bob), ...STORED },
  'a sign-up in a list of one': { ...post([bob]), ...STORED },
  'a sign-up with a blank email': {
    ...post({ ...bob, email: '' }),
    ...STORED,
  },
  'a sign-up as CSV': {
    ...post('name,phone_number,timestamp\nBob,2,2026-11-21', { 'content-type': 'text/csv' }),
    ...STORED,
  },
  'a sign-up as a form': {
    ...post('name=Bob&phone_number=2&timestamp=2026-11-21', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    ...STORED,
  },
  'a sign-up with its columns named': {
    ...preferring('return=minimal'),
    path: 'waitlist?columns=name,phone_number,timestamp',
    ...STORED,
  },
  'an identical sign-up': { ...post(ada), ...NOTHING_STORED },
  'no sign-up at all': { ...post([]), ...NOTHING_STORED },

  'two sign-ups': { ...post([bob, { ...bob, name: 'Carol' }]), ...refused(400) },
  'the same sign-up twice': { ...post([bob, bob]), ...refused(400) },
  'an identical sign-up and a new one': { ...post([ada, bob]), ...refused(400) },
  'two sign-ups as CSV': {
    ...post('name,phone_number,timestamp\nBob,2,2026-11-21\nCarol,3,2026-11-21', {
      'content-type': 'text/csv',
    }),
    ...refused(400),
  },

  'return=minimal': { ...preferring('return=minimal'), ...STORED },
  'return=representation': { ...preferring('return=representation'), ...refused(401) },
  'return=headers-only': { ...preferring('return=headers-only'), ...refused(401) },
  'count=exact': { ...preferring('count=exact'), ...STORED },
  'missing=default': { ...preferring('missing=default'), ...STORED },
  'tx=rollback': { ...preferring('tx=rollback'), ...STORED },
  'handling=strict and nonsense': { ...preferring('handling=strict, nonsense=1'), ...refused(400) },
  'handling=lenient and nonsense': { ...preferring('handling=lenient, nonsense=1'), ...STORED },
  'overwriting a row': { ...preferring('resolution=merge-duplicates'), ...refused(401) },
  'overwriting by a key': {
    ...preferring('resolution=merge-duplicates'),
    path: 'waitlist?on_conflict=submission_key',
    ...refused(401),
  },
  'asking what is there by a key': {
    ...preferring('resolution=ignore-duplicates'),
    path: 'waitlist?on_conflict=submission_key',
    ...refused(401),
  },

  'choosing an id': { ...post({ ...bob, id: 7 }), ...refused(400) },
  'choosing the time of arrival': {
    ...post({ ...bob, created_at: '2020-01-01' }),
    ...refused(401),
  },
  'choosing the person': { ...post({ ...bob, person_key: null }), ...refused(401) },
  'choosing what reports deliver': { ...post({ ...bob, preferred: true }), ...refused(401) },
  'choosing the submission': { ...post({ ...bob, submission_key: null }), ...refused(401) },
  'a column that is not there': { ...post({ ...bob, admin: true }), ...refused(400) },
  'a prototype': { ...post('{"__proto__":{"name":"Bob"},"name":"Bob"}'), ...refused(400) },

  'reading the list': { ...get('waitlist'), ...refused(401) },
  'reading one column': { ...get('waitlist?select=name&limit=1'), ...refused(401) },
  'reading the headers': { ...get('waitlist'), method: 'HEAD', ...refused(401) },
  'reading the plan': {
    ...get('waitlist', { accept: 'application/vnd.pgrst.plan' }),
    ...refused(415),
    ...but(refused(406), 'PostgREST 12 says 415 and later ones 406, which it copies'),
  },
  'changing a row': {
    ...post({ name: 'Eve' }),
    method: 'PATCH',
    path: 'waitlist?name=eq.Ada',
    ...refused(401),
  },
  'putting a row': {
    ...post({ ...bob, id: 1 }),
    method: 'PUT',
    path: 'waitlist?id=eq.1',
    ...refused(400),
    ...but(refused(401), 'it asks for the privilege before it looks at the column'),
  },
  'deleting a row': { method: 'DELETE', path: 'waitlist?name=eq.Ada', ...refused(401) },
  'reading a report': { ...get('people'), ...refused(404) },
  'reading the limits': { ...get('sign_up_limits'), ...refused(404) },
  'reading the counters': { ...get('sign_up_counts'), ...refused(404) },
  "reading the system's tables": { ...get('pg_authid'), ...refused(404) },
  'calling a helper': { ...post({}), path: 'rpc/count_sign_up', ...refused(404) },
  'reading another schema': {
    ...get('people', { 'accept-profile': 'reporting' }),
    ...refused(406),
  },
  'writing to another schema': { ...post(bob, { 'content-profile': 'private' }), ...refused(406) },

  'broken JSON': { ...post('{"name":'), ...refused(400) },
  'endlessly deep JSON': { ...post('['.repeat(20_000)), ...refused(400) },
  'an empty body': { ...post(''), ...refused(400) },
  'an empty object': { ...post({}), ...refused(400) },
  'a text for a row': {
    ...post('"Bob"'),
    ...NOTHING_STORED,
    ...but(refused(400), 'it takes the letters for columns; PostgREST takes it for no row'),
  },
  'rows of different shapes': { ...post([bob, { name: 'Carol' }]), ...refused(400) },
  'a picture': { ...post('GIF', { 'content-type': 'image/gif' }), ...refused(400) },
  'no name': { ...post({ ...bob, name: undefined }), ...refused(400) },
  'a blank name': { ...post({ ...bob, name: ' \u00a0' }), ...refused(400) },
  'a name of 1,001 characters': { ...post({ ...bob, name: LONG }), ...refused(400) },
  'a name of 5 MB': {
    ...post({ ...bob, name: 'x'.repeat(5_000_000) }),
    ...refused(413),
    ...but(refused(400), 'it tells the database no content-length'),
  },
  'the longest sign-up': {
    ...post({
      ...bob,
      ...Object.fromEntries(['name', 'phone_number'].map((key) => [key, '𝒳'.repeat(1000)])),
    }),
    ...STORED,
  },
  'a name with NUL': { ...post({ ...bob, name: 'B\u0000b' }), ...refused(400) },
  'a name with a line break': { ...post({ ...bob, name: 'B\nb' }), ...refused(400) },
  'half a character': {
    ...post(JSON.stringify(bob).replace('Bob', '\\ud800')),
    ...refused(400),
    ...but(STORED, "JavaScript's JSON reader puts the replacement character in its place"),
  },
  'a number for a name': { ...post({ ...bob, name: 1 }), ...STORED },
  'a name that tries SQL': { ...post({ ...bob, name: "'); drop table waitlist; --" }), ...STORED },
  'no email address': { ...post({ ...bob, email: 'bob' }), ...refused(400) },
  'no time': { ...post({ ...bob, timestamp: 'soon' }), ...refused(400) },
  'the end of time': { ...post({ ...bob, timestamp: 'infinity' }), ...refused(400) },
};

/** What a client may ask for without being refused. */
const WAYS_TO_SEND: Record<string, (row: object) => Sent> = {
  plainly: post,
  'in a list': (row) => post([row]),
  ...Object.fromEntries(
    ['return=minimal', 'count=exact', 'count=planned', 'missing=default', 'tx=rollback'].map(
      (prefer) => [`with ${prefer}`, (row: object) => post(row, { prefer })],
    ),
  ),
  'asking for one object': (row) => post(row, { accept: 'application/vnd.pgrst.object+json' }),
  'asking for CSV': (row) => post(row, { accept: 'text/csv' }),
};

type Backend = {
  send: (request: Sent, sender?: string) => Promise<Response>;
  /** As the database's owner. */
  query: (sql: string) => Promise<{ rows: object[] }>;
  /** Everything that the server logged. */
  log: () => string;
  stop: () => Promise<void>;
};

async function startEmbedded(): Promise<Backend> {
  const { fetch, db, close } = await startEmbeddedBackend('memory://');
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  return {
    send: ({ path = 'waitlist', method = 'POST', headers, body }, sender = '192.0.2.1') =>
      fetch(
        new Request(`http://localhost/rest/v1/${path}`, {
          method,
          headers: { ...headers, 'cf-connecting-ip': sender },
          ...(body !== undefined && { body }),
        }),
      ),
    query: (sql) => db.query(sql),
    log: () => inspect(errors.mock.calls, { depth: null }),
    stop: async () => {
      errors.mockRestore();
      await close();
    },
  };
}

async function startReal(): Promise<Backend> {
  const { gateway, postgres, stop } = await startRealStack();
  const db = new pg.Client(postgres.urlOf('postgres'));
  await db.connect();
  return {
    send: ({ path = 'waitlist', method = 'POST', headers, body }, sender = '192.0.2.1') => {
      gateway.sender = sender;
      return fetch(`${gateway.url}rest/v1/${path}`, {
        method,
        headers: { apikey: PUBLISHABLE_KEY, ...headers },
        ...(body !== undefined && { body }),
      });
    },
    query: (sql) => db.query(sql),
    log: () => postgres.log.join('\n'),
    stop: async () => {
      await db.end();
      await stop();
    },
  };
}

describe('the embedded backend', () => keepsTheContract(startEmbedded, 'embedded'));
onRealStack('the real stack', () => keepsTheContract(startReal));

function keepsTheContract(start: () => Promise<Backend>, difference?: 'embedded'): void {
  let backend: Backend;
  beforeAll(async () => {
    backend = await start();
  });
  afterAll(() => backend?.stop());
  beforeEach(async () => {
    await backend.query('delete from public.waitlist');
    await backend.query(insertOf(ada));
  });

  const names = async () =>
    (await backend.query('select name from public.waitlist order by id')).rows.map((row) =>
      'name' in row ? row.name : undefined,
    );
  const apparent = async (response: Response) => ({
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'date'),
    body: await response.text(),
  });

  test.each(Object.entries(contract))('answers %s', async (_what, agreed) => {
    const { status, adds } = (difference && agreed[difference]) ?? agreed;
    expect((await backend.send(agreed)).status).toBe(status);
    expect(await names()).toEqual(['Ada', ...(adds ? [expect.any(String)] : [])]);
  });

  test.each(Object.entries(WAYS_TO_SEND))(
    'answers an identical sign-up as a new one, sent %s',
    async (_how, send) => {
      const fresh = await apparent(await backend.send(send(bob)));
      expect(await apparent(await backend.send(send(bob)))).toEqual(fresh);
      expect(fresh.status).toBe(201);
      expect(await names()).toEqual(['Ada', 'Bob']);
    },
  );

  test('logs nothing of what was typed', async () => {
    const secret = { ...bob, name: 'Secret Name', email: 'secret@example.com' };
    const wrong = [{ email: 'secret' }, { phone_number: ' ' }, { timestamp: 'soon' }, { id: 1 }];
    for (const mistake of wrong) {
      const { status } = await backend.send(post({ ...secret, ...mistake }));
      expect(status).toBe(400);
    }
    await backend.send(post(secret, { prefer: 'return=representation' }));
    await backend.send(post(secret));
    await backend.send(post(secret));
    expect(backend.log()).toContain('email must be an email address');
    expect(backend.log()).not.toMatch(/secret|Bob|Ada|robin/i);
  });

  // The embedded backend has no gateway: it asks for no key and tells the database no sender.
  describe.runIf(difference !== 'embedded')('behind the gateway', () => {
    test.each([
      ['no key', { apikey: '' }],
      ['an unknown key', { apikey: 'sb_publishable_other' }],
      ['a forged token', { authorization: `Bearer ${FORGED_TOKEN}` }],
    ])('turns away %s', async (_what, headers) => {
      expect((await backend.send(post(bob, headers))).status).toBe(401);
      expect(await names()).toEqual(['Ada']);
    });

    test('shows the list to the secret key alone', async () => {
      const answer = await backend.send(get('waitlist?select=name', { apikey: SECRET_KEY }));
      expect(await answer.json()).toEqual([{ name: 'Ada' }]);
    });

    describe('over the limit', () => {
      beforeAll(() => backend.query('update private.sign_up_limits set per_sender = 1'));
      afterAll(() => backend.query('update private.sign_up_limits set per_sender = default'));

      test('refuses with 429 and Retry-After whoever is on the list and whoever is not', async () => {
        await backend.send(post(bob), '203.0.113.1');
        const fresh = await backend.send(post({ ...bob, name: 'Carol' }), '203.0.113.1');
        const known = await backend.send(post(ada), '203.0.113.1');
        expect(fresh.status).toBe(429);
        expect(fresh.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        expect((await apparent(known)).body).toBe((await apparent(fresh)).body);
        expect(known.status).toBe(429);
        expect(await names()).toEqual(['Ada', 'Bob']);
      });

      test('ignores the addresses that a sender states', async () => {
        const statuses = [];
        for (let i = 0; i < 3; i++) {
          const { headers, ...request } = post({ ...bob, name: `Bob ${i}` });
          const spoofed = { ...headers, 'x-forwarded-for': `198.51.100.${i}, 198.51.100.99` };
          statuses.push(
            (await backend.send({ ...request, headers: spoofed }, '203.0.113.2')).status,
          );
        }
        expect(statuses).toEqual([201, 429, 429]);
      });
    });
  });
}
