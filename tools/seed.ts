/**
 * Adds plausible sign-ups of the last month: `npm run seed -- 1000`. Straight into the database, as
 * its owner, so no limit counts them. DATABASE_URL, or the embedded database of the running page.
 */
import { connect, explain } from './database/team-database.ts';

const BATCH = 500;
const FIRST =
  'Ada Amir Bea Carlos Chidi Dana Elif Femi Grace Hana Ines Jonas Kofi Lena Mateo Mei Nia Noor Omar Priya Quinn Rosa Sam Tariq Uma Vera Wren Yuki Zoe'.split(
    ' ',
  );
const LAST =
  'Abebe Berg Chen Diaz Evans Fischer Garcia Haddad Ito Jensen Khan Lopez Mbeki Novak Okafor Patel Rossi Silva Tanaka Varga Walker Young'.split(
    ' ',
  );

const count = Number(process.argv[2] ?? 1000);
if (!Number.isInteger(count) || count < 1) {
  console.error('How many? For example: npm run seed -- 1000');
  process.exit(1);
}

try {
  const client = await connect();
  let added = 0;
  for (let done = 0; done < count; ) {
    const people = Array.from({ length: Math.min(BATCH, count - done) }, person);
    const { rowCount } = await client.query(
      `insert into public.waitlist (name, phone_number, instagram, email, "timestamp", created_at)
       select name, phone_number, instagram, email, at, at
       from json_to_recordset($1::json) as people (
         name text, phone_number text, instagram text, email text, at timestamptz
       )
       order by at
       on conflict do nothing`,
      [JSON.stringify(people)],
    );
    added += rowCount ?? 0;
    done += people.length;
    if (process.stdout.isTTY)
      process.stdout.write(`\r${progress(done / count)} ${done} of ${count}`);
  }
  await client.end();
  console.log(`${process.stdout.isTTY ? '\n' : ''}Added ${added} sign-ups.`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function person() {
  const first = oneOf(FIRST);
  const last = oneOf(LAST);
  const number = Math.floor(Math.random() * 1e7);
  const handle = `${first}.${last}${number % 1000}`.toLowerCase();
  return {
    name: oneOf([first, `${first} ${last}`]),
    // Too long to be anybody's.
    phone_number: `+1 ${200 + (number % 700)} 555 ${String(number).padStart(7, '0')}`,
    instagram: oneOf([null, handle, `@${handle}`]),
    email: oneOf([null, `${handle}@example.com`]),
    at: signUpTime().toISOString(),
  };
}

/** More in the evening than in the morning, more lately than a month ago. */
function signUpTime(): Date {
  const daysAgo = Math.floor(30 * Math.random() ** 2);
  const hour = 24 * Math.sqrt(Math.random());
  const day = new Date(Date.now() - (daysAgo + 1) * 86_400_000).setUTCHours(0, 0, 0, 0);
  return new Date(day + hour * 3_600_000);
}

function oneOf<T>(choices: readonly T[]): T {
  const choice = choices[Math.floor(Math.random() * choices.length)];
  if (choice === undefined) throw new Error('nothing to choose from');
  return choice;
}

function progress(share: number): string {
  const full = Math.round(share * 30);
  return `[${'#'.repeat(full)}${' '.repeat(30 - full)}]`;
}
