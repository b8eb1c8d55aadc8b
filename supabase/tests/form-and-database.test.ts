import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { mapFields, signUpSchema, toRow } from '../../src/waitlist/fields.ts';
import { openPglite } from '../local/pglite.ts';
import { restApi } from '../local/rest-api.ts';
import { listen } from './listen.ts';
import { toRequest } from './visitor.ts';

const db = await openPglite();
const api = await listen(restApi(db));
afterAll(() => {
  api.close();
  return db.close();
});

/** The status of the response to a row. */
const send = async (body: unknown) => (await fetch(toRequest({ body }, api.origin))).status;

/** Texts that break something somewhere, by line; escapes are JSON's. */
const NAUGHTY: string[] = String.raw`
| |\u00a0|\ufeff|\u3000x\u3000|\u200b|\u2060|\u3164|\u2800|\u00ad|\ufe0f|\u180e|\u0085|\u0000|a\u0000b
null|NULL|undefined|NaN|0|-1|1e309|true|[]|{}|{\"a\":1}|\"|'|''|\\|\\u0000|\\x00|%00|.|*
\u0001\u001f\u007f\u009f|a\tb\nc\r\nd|\ud800|a\udfffb|\ud83d\ude00|👩‍👩‍👧‍👦|Z̷̧̢͝ä̵́l̶g̴o̸|שלום|\u202eevil|\u2028line\u2029
İIıi|ß|ǅ|é|e\u0301|١٢٣٤٥٦|１２３|Robert'); drop table public.waitlist;--|$1|$$|%s%n|#{7*7}|{{7*7}}
<script>alert(1)</script>|=cmd|+1 (555) 010-0001|00 44 20 7946 0000 ext. 5|tel:+15550100001;ext=1
@|@@ada|https://social.example/ada|ada@example.com|ADA+tag@Example.COM|o'neil@mail.example.co.uk
_______@example.com|ada@exämple.de|用户@例え.jp|ada@xn--exmple-cua.de|ada@пример.рф|a@b.co|../../etc/passwd|not.null|eq.1
`
  .trim()
  .split(/[|\n]/)
  .map((text) => JSON.parse(`"${text}"`))
  // To the limit and past it.
  .concat('', ...[999, 1000, 1001].flatMap((length) => ['x'.repeat(length), '𝒳'.repeat(length)]));

const typed = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NAUGHTY) },
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.tuple(fc.constantFrom(...NAUGHTY), fc.constantFrom(...NAUGHTY)).map(([a, b]) => a + b),
);
const letters = fc.string({ minLength: 1, unit: fc.constantFrom(..."abcXYZ019_'+-.") });
const email = fc.oneof(
  fc.constant(''),
  { weight: 6, arbitrary: letters.map((local) => `${local}@example.com`) },
  fc.emailAddress(),
  typed,
);
const input = fc.record(mapFields((key) => (key === 'email' ? email : typed)));
// The visitor's clock may be years off.
const pressedAt = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

// A failure, even one by time, names its seed: repeat it with `SEED=… npx vitest …`.
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test(`stores whatever the form accepts (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(input, pressedAt, async (raw, at) => {
      const parsed = signUpSchema.safeParse(raw);
      fc.pre(parsed.success);
      expect(await send(toRow(parsed.data, at))).toBe(201);
    }),
    { numRuns: 1000, seed },
  );
}, 300_000);
