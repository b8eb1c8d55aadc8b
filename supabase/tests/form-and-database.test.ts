import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mapFields, signUpSchema, toRow } from '../../src/waitlist/fields.ts';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import { person, postSignUp } from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;

beforeAll(() => db.exec('update private.sign_up_limits set everyone = 1000000'));
afterAll(() => backend.close());

/** Texts that break something somewhere, by line; escapes are JSON's. */
const NAUGHTY: string[] = String.raw`
| |\u00a0|\ufeff|\u3000x\u3000|\u200b|\u2060|\u3164|\u2800|\u00ad|\ufe0f|\u180e|\u0085|\u0000|a\u0000b
null|NULL|undefined|NaN|0|-1|1e309|true|[]|{}|{\"a\":1}|\"|'|''|\\|\\u0000|\\x00|%00|.|*
\u0001\u001f\u007f\u009f|a\tb\nc\r\nd|\ud800|a\udfffb|\ud83d\ude00|👩‍👩‍👧‍👦|Z̷̧̢͝ä̵́l̶g̴o̸|שלום|\u202eevil\u202c|\u2028line\u2029
İIıi|ß|ǅ|é|e\u0301|١٢٣٤٥٦|１２３|Robert'); drop table public.waitlist;--|$1|$$|%s%n|#{7*7}|{{7*7}}
<script>alert(1)</script>|=cmd|+1 (555) 010-0001|00 44 20 7946 0000 ext. 5|tel:+15550100001;ext=1
@|@@ada|https://social.example/ada|ada@example.com|ADA+tag@Example.COM|o'neil@mail.example.co.uk
_______@example.com|a@b.co|../../etc/passwd|not.null|eq.1
`
  .trim()
  .split(/[|\n]/)
  .map((text) => JSON.parse(`"${text}"`))
  .concat('', 'x'.repeat(999), '𝒳'.repeat(499), 'ﷺ'.repeat(50));

const typed = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NAUGHTY) },
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(fc.constantFrom(...NAUGHTY), fc.constantFrom(...NAUGHTY))
    .map(([a, b]) => (a + b).slice(0, 999)),
);
const letters = fc.constantFrom(..."abcXYZ019_'+-.");
const email = fc.oneof(
  fc.constant(''),
  {
    weight: 6,
    arbitrary: fc.string({ minLength: 1, unit: letters }).map((a) => `${a}@example.com`),
  },
  fc.emailAddress(),
  typed,
);
// The visitor's clock may be years off.
const pressedAt = fc.date({
  min: new Date('1970-01-01'),
  max: new Date('9999-12-31'),
  noInvalidDate: true,
});
// A failure, also one by time, names its seed: repeat it with `SEED=… npx vitest …`.
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const input = fc.record(mapFields((key) => (key === 'email' ? email : typed)));

const RUNS = 1000;

test(`stores whatever the form accepts (seed ${seed})`, async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(input, pressedAt, async (raw, at) => {
      const parsed = signUpSchema.safeParse(raw);
      fc.pre(parsed.success);
      accepted++;
      expect((await postSignUp(backend.fetch, toRow(parsed.data, at))).status).toBe(201);
    }),
    { numRuns: RUNS, seed },
  );
  expect(accepted).toBe(RUNS);
}, 300_000);

test(`responds with 201 or 4xx to what no form sends (seed ${seed})`, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const anything = fc.oneof(
    typed,
    fc.constant(null),
    fc.string({ minLength: 900, maxLength: 3000 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          ...Object.fromEntries(Object.keys(person(0)).map((column) => [column, anything])),
          timestamp: fc.oneof(
            pressedAt.map((date) => date.toISOString()),
            anything,
          ),
        },
        { requiredKeys: [] },
      ),
      async (row) => {
        const { status } = await postSignUp(backend.fetch, row);
        expect(status === 201 || (status >= 400 && status < 500)).toBe(true);
      },
    ),
    { numRuns: RUNS, seed },
  );
  vi.restoreAllMocks();
}, 300_000);
