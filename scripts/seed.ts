/**
 * Adds plausible sign-ups of the last month, until now: `npm run seed -- 1000`. Straight into the
 * database, as its owner, so no limit counts them. Only into one of this machine.
 */
import { parseArgs } from 'node:util';
import { connect, explain } from './sql/team-database.ts';

const BATCH = 500;
const DAY = 86_400_000;
const FIRST =
  'Ada Amir Bea Carlos Chidi Dana Elif Femi Grace Hana Ines Jonas Kofi Lena Mateo Mei Nia Noor Omar Priya Quinn Rosa Sam Tariq Uma Vera Wren Yuki Zoe'.split(
    ' ',
  );
const LAST =
  'Abebe Berg Chen Diaz Evans Fischer Garcia Haddad Ito Jensen Khan Lopez Mbeki Novak Okafor Patel Rossi Silva Tanaka Varga Walker Young'.split(
    ' ',
  );

try {
  const count = readCount();
  const client = await connect({ onlyHere: true });
  for (let done = 0; done < count; ) {
    const people = Array.from({ length: Math.min(BATCH, count - done) }, person);
    await client.query(
      `insert into public.waitlist (name, phone_number, instagram, email, "timestamp", created_at)
       select name, phone_number, instagram, email, at, at
       from json_to_recordset($1::json) as people (
         name text, phone_number text, instagram text, email text, at timestamptz
       )
       order by at`,
      [JSON.stringify(people)],
    );
    done += people.length;
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${count}`);
  }
  await client.end();
  console.log(`${process.stdout.isTTY ? '\r' : ''}Added ${count} sign-ups.`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function readCount(): number {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [count = '1000', ...others] = positionals;
  if (others.length > 0 || !/^[1-9]\d{0,6}$/.test(count)) {
    throw new Error('How many? For example: npm run seed -- 1000');
  }
  return Number(count);
}

function person() {
  const first = oneOf(FIRST);
  const last = oneOf(LAST);
  const number = Math.floor(Math.random() * 1e9);
  const handle = `${first}.${last}${number % 1000}`.toLowerCase();
  return {
    name: oneOf([first, `${first} ${last}`]),
    // Too long to be anybody's.
    phone_number: `+1 ${200 + (number % 700)} 555 ${String(number).padStart(9, '0')}`,
    instagram: oneOf([null, handle, `@${handle}`]),
    email: oneOf([null, `${handle}@example.com`]),
    at: signUpTime().toISOString(),
  };
}

/** More in the evening than in the morning, more lately than a month ago. */
function signUpTime(): Date {
  const daysAgo = Math.floor(30 * Math.random() ** 2);
  const hour = 24 * Math.sqrt(Math.random());
  const day = new Date(Date.now() - daysAgo * DAY).setUTCHours(0, 0, 0, 0);
  const time = day + (hour / 24) * DAY;
  // Later today has not come yet.
  return new Date(time > Date.now() ? time - DAY : time);
}

function oneOf<T>(choices: readonly T[]): T {
  const choice = choices[Math.floor(Math.random() * choices.length)];
  if (choice === undefined) throw new Error('nothing to choose from');
  return choice;
}
