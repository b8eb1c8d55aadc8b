/**
 * Adds sample sign-ups of the last 30 days to the local database of the running page:
 * `npm run seed -- 1000`. As the database's owner, so no rate limit counts them.
 */
import { dataDirectory, queryLocally } from '../supabase/local/local-database.ts';

/** More each day, as before a launch. The IDs make them other people than those of earlier runs. */
const seed = (count: string) => `
  insert into public.waitlist (name, phone_number, instagram, email, "timestamp", created_at)
  select
    'Robin Example ' || n, '+1 (555) ' || n,
    case when random() < 0.6 then '@robin' || n end,
    case when random() < 0.6 then 'robin.' || n || '@example.com' end,
    time, time
  from generate_series(1, ${count}) as i,
    lateral (select 1000000 + i + coalesce(max(id), 0) as n from public.waitlist) as person,
    lateral (select now() - interval '30 days' * (1 - sqrt(i / ${count}.0)) as time) as press`;

const [count = '1000', ...others] = process.argv.slice(2);
if (others.length > 0 || !/^[1-9]\d{0,4}$/.test(count)) {
  throw new Error('Give one number, at most 99999, for example: npm run seed -- 1000');
}
await queryLocally(dataDirectory(), seed(count));
console.log(`Added ${count} sign-ups.`);
