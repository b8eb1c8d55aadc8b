/**
 * Adds sample sign-ups of the last 30 days to the local database of the running page:
 * `npm run seed -- 1000`. As the database's owner, so no rate limit counts them.
 */
import pg from 'pg';
import { FIELDS, mapFields, signUpSchema, toRow } from '../src/waitlist/fields.ts';
import { sampleSignUp } from '../src/waitlist/samples.ts';
import { dataDirectory, queryLocally } from '../supabase/local/local-database.ts';

const SPAN = 30 * 24 * 60 * 60 * 1000;

// The first number of a person that no earlier run has used.
const FIRST = `select 1000000 + nextval(pg_get_serial_sequence('public.waitlist', 'id')) as first`;

try {
  const [count = '1000', ...others] = process.argv.slice(2);
  if (others.length > 0 || !/^[1-9]\d{0,4}$/.test(count)) {
    throw new Error('Give one number, at most 99999, for example: npm run seed -- 1000');
  }
  await seed(Number(count));
  console.log(`Added ${count} sign-ups.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function seed(count: number): Promise<void> {
  const [answer] = await queryLocally(dataDirectory(), FIRST);
  const rows = Array.from({ length: count }, (_, i) =>
    // More each day, as before a launch.
    row(Number(answer?.[0]?.first) + i, Date.now() - SPAN * (1 - Math.sqrt(i / count))),
  );
  const columns = Object.keys(rows[0] ?? {}).map(pg.escapeIdentifier);
  await queryLocally(
    dataDirectory(),
    `insert into public.waitlist (${columns}, created_at)
    select ${columns}, "timestamp"
    from json_populate_recordset(null::public.waitlist, ${pg.escapeLiteral(JSON.stringify(rows))})`,
  );
}

/** A person; some leave optional fields blank. */
function row(n: number, time: number) {
  const person = sampleSignUp(n);
  const typed = mapFields((key) =>
    'required' in FIELDS[key].control || Math.random() < 0.6 ? person[key] : '',
  );
  return toRow(signUpSchema.parse(typed), new Date(time));
}
