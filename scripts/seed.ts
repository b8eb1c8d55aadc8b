/**
 * Adds plausible sign-ups of the last month, until now: `npm run seed -- 1000`. Straight into the
 * database, as its owner, so no limit counts them. Only into one of this machine.
 */
import { parseArgs } from 'node:util';
import { connect, explain } from './sql/team-database.ts';

const FIRST_NAMES =
  'Ada Amir Bea Carlos Chidi Dana Elif Femi Grace Hana Ines Jonas Kofi Lena Mateo Mei Nia Noor Omar Priya Quinn Rosa Sam Tariq Uma Vera Wren Yuki Zoe';
const LAST_NAMES =
  'Abebe Berg Chen Diaz Evans Fischer Garcia Haddad Ito Jensen Khan Lopez Mbeki Novak Okafor Patel Rossi Silva Tanaka Varga Walker Young';

// More and more of them; phone numbers are too long to be anybody's.
const SIGN_UPS = `
  with people as (
    select
      ($2::text[])[1 + floor(random() * cardinality($2))] as first,
      ($3::text[])[1 + floor(random() * cardinality($3))] as last,
      floor(random() * 1e9)::integer as number,
      now() - (1 - sqrt(random())) * interval '30 days' as time
    from generate_series(1, $1)
  )
  insert into public.waitlist (name, phone_number, instagram, email, "timestamp", created_at)
  select
    (array[first, first || ' ' || last])[1 + floor(random() * 2)],
    format('+1 %s 555 %s', 200 + number % 700, to_char(number, 'fm000000000')),
    (array[null, handle, '@' || handle])[1 + floor(random() * 3)],
    (array[null, handle || '@example.com'])[1 + floor(random() * 2)],
    time,
    time
  from people, lower(first || '.' || last || number % 1000) as handle
  order by time`;

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [count = '1000', ...others] = positionals;
  if (others.length > 0 || !/^[1-9]\d{0,6}$/.test(count)) {
    throw new Error('How many? For example: npm run seed -- 1000');
  }
  const client = await connect({ onlyHere: true });
  await client.query(SIGN_UPS, [count, FIRST_NAMES.split(' '), LAST_NAMES.split(' ')]);
  await client.end();
  console.log(`Added ${count} sign-ups.`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
