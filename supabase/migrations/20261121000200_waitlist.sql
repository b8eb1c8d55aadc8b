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
  person_key uuid,
  submission_key uuid
);
comment on table public.waitlist is 'A log of sign-ups for early access. Visitors only add to it.';
comment on column public.waitlist.id is 'Order of arrival, with gaps.';
comment on column public.waitlist.name is 'As typed, trimmed.';
comment on column public.waitlist.phone_number is 'As typed, trimmed. Any shape.';
comment on column public.waitlist.instagram is 'As typed, trimmed, with or without @. Null if left blank.';
comment on column public.waitlist.email is 'As typed, trimmed. Null if left blank.';
comment on column public.waitlist."timestamp" is 'When the button was pressed, by the visitor''s clock.';
comment on column public.waitlist.created_at is 'When the row arrived, by the server''s clock.';
comment on column public.waitlist.person_key is 'The phone number''s key. Set by a trigger.';
comment on column public.waitlist.submission_key is 'The key of all personal fields. Set by a trigger.';

create index waitlist_person on public.waitlist (person_key, id);
create index waitlist_submission on public.waitlist (submission_key);
create index waitlist_created_at on public.waitlist (created_at);

create function private.cleaned(typed text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  -- The page trims texts with String.prototype.trim(). These are the characters that it removes.
  blanks constant text := e' \t\n\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008'
    '\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  -- Matches a character that a reader can see. The list has those that nobody sees: control characters,
  -- separators, the blank Braille pattern, and what Unicode calls Default_Ignorable_Code_Point.
  visible constant text := '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5'
    '\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0'
    '\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
  -- Matches a control character, or a directional mark (Unicode's Bidi_Control). The page removes both.
  -- A directional mark would reverse the text that follows it in a table.
  controls constant text := '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]';
begin
  -- The length comes first, so that Postgres never trims megabytes.
  if length(typed) > 1000
  then raise invalid_parameter_value using message = 'no text may have more than 1,000 characters'; end if;
  typed := btrim(typed, blanks);
  if typed ~ controls
  then raise invalid_parameter_value using message = 'a text has control characters or directional marks'; end if;
  return case when typed ~ visible then typed end;
end;
$$;
comment on function private.cleaned is 'Trims a text. Null if it shows nothing. HTTP 400 if it is unreadable.';

create function private.plain(typed text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
-- NFKC gets 100 characters, because its time grows with the square of the length.
return lower(normalize(left(typed, 100), nfkc) || substr(typed, 101));
comment on function private.plain is 'Lower case, with plain characters for full-width and circled ones.';

create function private.prepare_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
-- A new text field changes two places: it is cleaned, and is added at the end of the submission key.
declare
  -- The punctuation and dashes that people put around digits.
  marks constant text := e' -+()./\u2010\u2012\u2013\u2014\u2015\u2212';
  phone text;
  problem text;
begin
  new.name := private.cleaned(new.name);
  new.phone_number := private.cleaned(new.phone_number);
  new.instagram := private.cleaned(new.instagram);
  new.email := private.cleaned(new.email);
  -- These are no check constraints: the error of a constraint writes the whole row into the server's log.
  problem := case
    when new.name is null then 'name must not be blank'
    when new.phone_number is null then 'phone_number must not be blank'
    when new.email !~ '^[^][@[:space:],;:<>()"\\]+@[^][@[:space:],;:<>()"\\]+\.[^][@[:space:],;:<>()"\\]+$'
      then 'email must be an email address'
    when isfinite(new."timestamp") is not true then 'timestamp must be a point in time'
  end;
  if problem is not null then raise invalid_parameter_value using message = problem; end if;
  phone := translate(private.plain(new.phone_number), marks, '');
  -- MD5 is enough: collisions are only made on purpose, and whoever makes one loses their own sign-up.
  new.person_key := md5(phone);
  -- A blank field adds nothing, so that a new field changes no key of an older sign-up.
  new.submission_key := md5(concat_ws(e'\n', phone, new.name,
    'instagram ' || lower(ltrim(new.instagram, '@')),
    'email ' || lower(new.email)));
  return new;
end;
$$;
comment on function private.prepare_sign_up is 'Cleans texts and sets keys. Raises HTTP 400 if a value is invalid.';

-- Without sequential scans: a connection that planned the query while the list was short keeps the plan.
create function private.finish_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  lock constant bigint := uuid_hash_extended(new.submission_key, 0);
  is_first constant boolean := pg_try_advisory_xact_lock(lock);
begin
  -- Of identical sign-ups at once, none sees another's row, so all wait for the commit of the first. They
  -- also wait if the row is on the list: otherwise the times of a burst would reveal that it is.
  if not is_first then perform pg_advisory_xact_lock_shared(lock); end if;
  -- `for share` keeps the other row until this transaction ends: otherwise both could be gone. A row that the
  -- team is deleting or changing in an open transaction is skipped. Then the new one stays, as all do that have
  -- waited for a first one that is rolled back: two rows too many are better than a lost one.
  perform from public.waitlist where submission_key = new.submission_key and id <> new.id
    limit 1 for share skip locked;
  if found then delete from public.waitlist where id = new.id; end if;
  -- This is the last statement, because a sequence also counts what is rolled back later.
  perform nextval('private.sign_ups_ever');
  return null;
end;
$$;
comment on function private.finish_sign_up is 'Deletes a sign-up that repeats another. Counts it for everyone.';

-- The triggers, in the order in which they run: those of one kind run in the order of their names. A visitor
-- has the role `anon`. In a security definer function that the team lets visitors call, `current_user` is
-- the team's, and only `role` is anon.
create trigger waitlist_prepare before insert or update on public.waitlist
for each row execute function private.prepare_sign_up();

create trigger waitlist_rate_limit before insert on public.waitlist
for each row when (current_setting('role') = 'anon') execute function private.rate_limit_sign_up();

create trigger waitlist_finish after insert on public.waitlist
for each row when (current_setting('role') = 'anon') execute function private.finish_sign_up();

-- Older projects grant everything in `public` to every role, so revoke first.
revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;
revoke all on all functions in schema private from public;

grant insert (name, phone_number, instagram, email, "timestamp") on table public.waitlist to anon;

alter table public.waitlist enable row level security;

-- A trigger sets the key. While the triggers are disabled, the policy rejects every row of a visitor.
create policy "visitors may sign up" on public.waitlist for insert to anon
with check (person_key is not null);

-- PostgREST applies this setting to each request. A visitor waits one second at most for a lock, for example
-- during an `alter table` of the team. Then the response is 500, and the page retries.
alter role anon set lock_timeout = '1s';
-- PostgREST keeps the settings of roles until it reloads its configuration.
notify pgrst, 'reload config';
