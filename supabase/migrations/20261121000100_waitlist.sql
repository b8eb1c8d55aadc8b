-- The waitlist: who wants early access. Visitors (`anon`) can add a row and do nothing else.

create table public.waitlist (
  id bigint generated always as identity primary key,
  name varchar(1000) not null,
  phone_number varchar(1000) not null,
  instagram varchar(1000),
  email varchar(1000),
  "timestamp" timestamptz not null,
  created_at timestamptz not null default now(),
  sender_group integer,
  phone_digits text generated always as (regexp_replace(phone_number, '[^0-9]', '', 'g')) stored
);
comment on table public.waitlist is 'A log of sign-ups for early access. Visitors only add to it.';
comment on column public.waitlist.id is 'Order of arrival, with gaps.';
comment on column public.waitlist.name is 'As typed, except for what the page removes.';
comment on column public.waitlist.phone_number is 'Like the name. Any shape.';
comment on column public.waitlist.instagram is 'Like the name, with or without @. Null if left blank.';
comment on column public.waitlist.email is 'Like the name. Null if left blank.';
comment on column public.waitlist."timestamp" is 'When the form was submitted, by the visitor''s clock.';
comment on column public.waitlist.created_at is 'When the row arrived, by the server''s clock.';
comment on column public.waitlist.sender_group is 'One of 65,536 numbers, computed from the sender''s address.';
comment on column public.waitlist.phone_digits is
  'The digits 0 to 9 of the phone number. Rows with the same digits, at least seven, are one person.';

-- Projects can grant everything in `public` to the roles of the API by default, so revoke first.
revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;
grant insert (name, phone_number, instagram, email, "timestamp") on table public.waitlist to anon;

-- Refuses what a script could send to harm the list. These rules are a policy for visitors, and no constraints of the
-- table, because the team may write what it likes. The policy accepts a row if its condition is true, so it refuses a
-- null name or phone number. It accepts a null timestamp, which the column's "not null" then refuses: e2e/smoke.spec.ts
-- needs a row that passes the policy and is not stored.
alter table public.waitlist enable row level security;
create policy "visitors may sign up" on public.waitlist for insert to anon
with check (
  name ~ '\S'
  and phone_number ~ '\S'
  and (email is null or email ~ '^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$')
  and isfinite("timestamp") is not false
  -- The whole row as text, so that columns of later migrations are covered, too: no control characters, and no marks of
  -- Unicode that turn the direction of the texts after them.
  and waitlist::text !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'
);
