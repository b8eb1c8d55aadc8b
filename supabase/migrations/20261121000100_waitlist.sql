-- The waitlist: who wants early access. Visitors (`anon`) can add a row and do nothing else.

create schema private;
comment on schema private is 'Helpers. Not exposed by the API.';

-- The key of the person whose row it is. The digits of every script become plain ones, and what people put around
-- digits goes. An index entry has room for 500 characters. A text without a digit, such as "-" or "none", is nobody's
-- number: its row is a person of its own.
create function private.person_key(phone_number text, id bigint) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  -- Each zero of Unicode, in order. The other digits of its script follow it.
  zeros constant integer[] := array[
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620,
    0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136,
    0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0,
    0x11c50, 0x11d50, 0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce,
    0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0];
  plain constant text := (
    select string_agg(case when ascii(typed) - zero < 10 then (ascii(typed) - zero)::text else typed end, '' order by n)
    from string_to_table(phone_number, null) with ordinality as characters (typed, n),
      lateral (select zeros[width_bucket(ascii(typed), zeros)] as zero) as script
  );
begin
  return case when plain ~ '[0-9]' then left(translate(plain, e' -+()./＋（）．／－\u00a0\u2009\u202f\u3000'
    '\u2010\u2011\u2012\u2013\u2014\u2015\u2212', ''), 500) else '-' || id end;
end;
$$;

create table public.waitlist (
  id bigint generated always as identity primary key,
  name text not null,
  phone_number text not null,
  instagram text,
  email text,
  "timestamp" timestamptz not null,
  created_at timestamptz not null default now(),
  sender_group integer,
  person_key text generated always as (private.person_key(phone_number, id)) stored
);
comment on table public.waitlist is 'A log of sign-ups for early access. Visitors only add to it.';
comment on column public.waitlist.id is 'Order of arrival, with gaps.';
comment on column public.waitlist.name is 'As typed, without invisible characters.';
comment on column public.waitlist.phone_number is 'As typed, without invisible characters. Any shape.';
comment on column public.waitlist.instagram is 'As typed, with or without @. Null if left blank.';
comment on column public.waitlist.email is 'As typed, in plain letters. Null if left blank.';
comment on column public.waitlist."timestamp" is 'When the button was pressed, by the visitor''s clock.';
comment on column public.waitlist.created_at is 'When the row arrived, by the server''s clock.';
comment on column public.waitlist.sender_group is 'One of 65,536 numbers, by the address. Set by a trigger.';
comment on column public.waitlist.person_key is 'The phone number in plain digits, without spaces, dashes, and +()./.';

-- Older projects grant everything in `public` to every role, so revoke first.
revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;
revoke all on function private.person_key from public;

grant insert (name, phone_number, instagram, email, "timestamp") on table public.waitlist to anon;
-- An insert computes the generated column with the rights of its role.
grant execute on function private.person_key to anon;

alter table public.waitlist enable row level security;

-- What a script could send, and the page never does. The policy also rejects nulls, before the constraints of the
-- table do: the server logs errors, and the error of a policy never has the row in it.
create policy "visitors may sign up" on public.waitlist for insert to anon
with check (
  name is not null and phone_number is not null and isfinite("timestamp")
  and (email is null or email ~ '^[^@\s,;<>]+@[^@\s,;<>]+\.[^@\s,;<>]+$')
  -- In every column that visitors may write, even in one of a later migration, no text is blank, long, or has control
  -- characters or directional marks (Unicode's Bidi_Control), which would reverse the texts after them in a table.
  and not exists (
    select from jsonb_each_text(to_jsonb(waitlist)) as typed (field, text)
    where has_column_privilege('public.waitlist', field, 'insert') and (
      text !~ '\S' or length(text) > 1000
      or text ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'
    )
  )
);

-- A visitor waits one second at most for a lock, for example during an `alter table` of the team. Then the
-- response is 500, and the page retries. PostgREST keeps the settings of roles until it reloads its configuration.
alter role anon set lock_timeout = '1s';
notify pgrst, 'reload config';
