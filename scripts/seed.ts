/**
 * Adds sample sign-ups of the last 30 days: `npm run seed -- 1000`. It writes to the database of the
 * running page, whatever DATABASE_URL is, and as its owner, so no rate limit counts them.
 */
import pg from 'pg';
import { FIELDS, mapFields, sampleSignUp, signUpSchema, toRow } from '../src/waitlist/fields.ts';
import { connectToPage, explain } from './sql/team-database.ts';

const SPAN = 30 * 24 * 60 * 60 * 1000;

// The first number of a person that no earlier run has used.
const FIRST = `select 1000000 + nextval(pg_get_serial_sequence('public.waitlist', 'id'))`;

try {
  const [count = '1000', ...others] = process.argv.slice(2);
  if (others.length > 0 || !/^[1-9]\d{0,4}$/.test(count)) {
    throw new Error('Give one number, at most 99999, for example: npm run seed -- 1000');
  }
  await seed(Number(count));
  console.log(`Added ${count} sign-ups.`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function seed(count: number): Promise<void> {
  const database = await connectToPage();
  try {
    const [answer] = await database.run(FIRST);
    const first = Number(answer?.rows[0]?.[0]);
    const rows = Array.from({ length: count }, (_, i) =>
      // More each day, as before a launch.
      row(first + i, Date.now() - SPAN * (1 - Math.sqrt(i / count))),
    );
    const columns = Object.keys(rows[0] ?? {}).map(pg.escapeIdentifier);
    await database.run(`
      insert into public.waitlist (${columns}, created_at)
      select ${columns}, "timestamp"
      from json_populate_recordset(null::public.waitlist, ${pg.escapeLiteral(JSON.stringify(rows))})`);
  } finally {
    await database.close();
  }
}

/** A person; some leave optional fields blank. */
function row(n: number, time: number) {
  const person = sampleSignUp(n);
  const typed = mapFields((key) =>
    'required' in FIELDS[key].control || Math.random() < 0.6 ? person[key] : '',
  );
  return toRow(signUpSchema.parse(typed), new Date(time));
}
