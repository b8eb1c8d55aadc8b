import { Client, escapeLiteral } from 'pg';
import { services } from './services.ts';
import type { Person } from './waitlist-page.ts';

export type WaitlistRow = {
  id: string;
  name: string;
  phone_number: string;
  instagram: string | null;
  email: string | null;
  timestamp: Date;
  created_at: Date;
};

/** The rows that the database has for a phone number. */
export async function rowsOf({ phoneNumber: phone }: Person): Promise<WaitlistRow[]> {
  const database = new Client({
    host: '127.0.0.1',
    port: services.databasePort,
    user: 'postgres',
    database: 'postgres',
  });
  await database.connect();
  try {
    const { rows } = await database.query<WaitlistRow>(
      `select id, name, phone_number, instagram, email, "timestamp", created_at
       from public.waitlist where phone_number = ${escapeLiteral(phone)} order by id`,
    );
    return rows;
  } finally {
    await database.end();
  }
}
