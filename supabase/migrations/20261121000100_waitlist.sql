-- The waitlist: who wants early access. Visitors (`anon`) can add a row and do nothing else.

set local lock_timeout = '5s';

create table public.waitlist (
  id bigint generated always as identity primary key,
  name text not null,
  phone_number text not null,
  instagram text,
  email text,
  "timestamp" timestamptz not null,
  created_at timestamptz not null default now(),
  sender_group integer,
  -- The full-width digits become plain ones, and what people put around digits goes. An index entry has room for 500
  -- characters. A text without a digit, such as "-" or "none", is nobody's number: its row is a person of its own.
  person_key text generated always as (
    case when phone_number ~ '[0-9０-９]' then left(translate(phone_number, e'０１２３４５６７８９ -+()./＋（）．／－'
      '\u00a0\u2009\u202f\u3000\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '0123456789'), 500)
    else '-' || id end
  ) stored
);
comment on table public.waitlist is 'A log of sign-ups for early access. Visitors only add to it.';
comment on column public.waitlist.id is 'Order of arrival, with gaps.';
comment on column public.waitlist.name is 'As typed.';
comment on column public.waitlist.phone_number is 'As typed. Any shape.';
comment on column public.waitlist.instagram is 'As typed, with or without @. Null if left blank.';
comment on column public.waitlist.email is 'As typed. Null if left blank.';
comment on column public.waitlist."timestamp" is 'When the button was pressed, by the visitor''s clock.';
comment on column public.waitlist.created_at is 'When the row arrived, by the server''s clock.';
comment on column public.waitlist.sender_group is 'One of 65,536 numbers, by the address. Set by a trigger.';
comment on column public.waitlist.person_key is 'The phone number without spaces, dashes, and +()./, or a key of the row.';

-- Older projects grant everything in `public` to every role, so revoke first.
revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;

grant insert (name, phone_number, instagram, email, "timestamp") on table public.waitlist to anon;

alter table public.waitlist enable row level security;

-- What a script could send, and the page never does. The policy also rejects nulls, before the constraints of the
-- table do: the server logs errors, and the error of a policy never has the row in it.
create policy "visitors may sign up" on public.waitlist for insert to anon
with check (
  name is not null and phone_number is not null and isfinite("timestamp")
  and (email is null or email ~ '^[^@\s,;<>]+@[^@\s,;<>]+\.[^@\s,;<>]+$')
  -- In every column, even in one that a later migration adds, no text is blank, long, or has control characters or
  -- directional marks (Unicode's Bidi_Control), which would reverse the texts after them in a table.
  and not exists (
    select from jsonb_each_text(to_jsonb(waitlist)) as typed (field, text)
    where text !~ '\S' or length(text) > 1000
      or text ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'
  )
);

-- A visitor waits one second at most for a lock, for example during an `alter table` of the team. Then the
-- response is 500, and the page retries. PostgREST keeps the settings of roles until it reloads its configuration.
alter role anon set lock_timeout = '1s';
notify pgrst, 'reload config';
