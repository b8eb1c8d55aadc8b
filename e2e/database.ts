import { queryLocally } from '../supabase/local/local-socket.ts';
import { services } from './services.ts';
import type { Person } from './waitlist-page.ts';

/** The rows that the database has for a phone number, each value as Postgres writes it. */
export async function rowsOf({ phoneNumber }: Person): Promise<Record<string, string | null>[]> {
  const [answer] = await queryLocally(services.databaseSocket, {
    text: 'select * from public.waitlist where phone_number = $1 order by id',
    values: [phoneNumber],
  });
  return (answer?.rows ?? []).map((row) =>
    Object.fromEntries(row.map((value, i) => [answer?.fields[i]?.name, value])),
  );
}
