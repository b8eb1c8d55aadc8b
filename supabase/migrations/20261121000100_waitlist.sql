-- The waitlist: who wants early access. Visitors (`anon`) can add a row and do nothing else.
-- Every search path ends in pg_temp. If a path leaves it out, Postgres finds a session's temporary types
-- before the system's.

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

create schema private;
comment on schema private is 'Helpers and counters. Not exposed by the API, closed to its roles.';

create function private.prepared(sent public.waitlist) returns public.waitlist
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
-- A new text field changes four places: the length, the trimming, the control characters, and the end of
-- the submission key.
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
  -- The punctuation and dashes that people put around digits.
  marks constant text := e' -+()./\u2010\u2012\u2013\u2014\u2015\u2212';
  phone text;
  problem text;
begin
  -- The length comes first, so that Postgres never trims megabytes.
  if greatest(length(sent.name), length(sent.phone_number), length(sent.instagram), length(sent.email)) > 1000
  then raise invalid_parameter_value using message = 'no text may have more than 1,000 characters'; end if;
  sent.name := btrim(sent.name, blanks);
  sent.phone_number := btrim(sent.phone_number, blanks);
  sent.instagram := case when sent.instagram ~ visible then btrim(sent.instagram, blanks) end;
  sent.email := nullif(btrim(sent.email, blanks), '');
  -- These are no check constraints: the error of a constraint writes the whole row into the server's log.
  problem := case
    when (sent.name ~ visible) is not true then 'name must not be blank'
    when (sent.phone_number ~ visible) is not true then 'phone_number must not be blank'
    when sent.email !~ '^[^][@[:space:],;:<>()"\\]+@[^][@[:space:],;:<>()"\\]+\.[^][@[:space:],;:<>()"\\]+$'
      then 'email must be an email address'
    when isfinite(sent."timestamp") is not true then 'timestamp must be a point in time'
    when concat(sent.name, sent.phone_number, sent.instagram, sent.email) ~ controls
      then 'texts must not contain control characters or directional marks'
  end;
  if problem is not null then raise invalid_parameter_value using message = problem; end if;
  -- NFKC replaces full-width, superscript, and circled digits by plain ones. It gets 100 characters, because
  -- its time grows with the square of the length.
  phone := normalize(left(sent.phone_number, 100), nfkc) || substr(sent.phone_number, 101);
  phone := translate(lower(phone), marks, '');
  -- MD5 is enough: collisions are only made on purpose, and whoever makes one loses their own sign-up.
  sent.person_key := md5(phone);
  -- A blank field adds nothing, so that a new field changes no key of an older sign-up.
  sent.submission_key := md5(concat_ws(e'\n', phone, sent.name,
    'instagram ' || lower(ltrim(sent.instagram, '@')),
    'email ' || lower(sent.email)));
  return sent;
end;
$$;
comment on function private.prepared is 'Trims texts and sets keys. Raises HTTP 400 if a text is invalid.';

-- The limits. In each hour, the sign-ups of visitors are counted from zero, identical ones too:
-- 1. The first sign-up of an hour replaces the one row of `private.this_hour`.
-- 2. Each sign-up counts for its sender in `private.senders`. A row of an earlier hour counts as zero. A row
--    is locked until its transaction commits, and a venue is one sender: so that its guests rarely wait for
--    each other, a sender has sixteen rows, and each connection counts in one.
-- 3. A sign-up gets 429 with Retry-After if its sender has made `per_sender` in this hour, or if everyone has
--    made `everyone` and its sender `per_sender_in_flood`: a flood does not shut out who comes later. The 429
--    rolls the sender's count back. Sign-ups at the same instant can exceed a limit by one for each connection.
-- 4. Each sign-up that is accepted counts for everyone in a sequence, which locks nothing and never starts
--    again: `this_hour` has its value at the hour's start. A sequence is not rolled back, so the last trigger
--    counts, when nothing can fail anymore.

create table private.sign_up_limits (
  only_row boolean primary key default true check (only_row),
  per_sender integer not null default 1000, -- a venue shares one address: be generous
  everyone integer not null default 50000, -- all senders together
  per_sender_in_flood integer not null default 10, -- once `everyone` is reached, for each sender in this hour
  -- The header whose last element is the sender's address. A proxy of your own must set it.
  sender_header text not null default 'cf-connecting-ip' check (sender_header = lower(sender_header))
);
comment on table private.sign_up_limits is 'Limits for an hour. An update applies from the next sign-up.';
insert into private.sign_up_limits default values;

-- The counters are unlogged: after a crash or a restore they are empty, and the hour begins at zero.
create unlogged sequence private.sign_ups_ever;

-- One row, which the first sign-up of an hour replaces.
create unlogged table private.this_hour (
  hour timestamptz primary key,
  sign_ups_before bigint not null, -- the sequence's value when the hour began
  secret uuid not null default gen_random_uuid() -- nobody can compute an address's bucket without it
);

create unlogged table private.senders (
  bucket integer, -- one of two million, by a hash: no address is stored, and rows are used again
  slot integer, -- one of sixteen, by the connection
  hour timestamptz not null,
  sign_ups integer not null,
  primary key (bucket, slot)
);

create function private.sender_of(address text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  host inet;
begin
  -- "192.0.2.1:443" and "[2001:db8::1]:443" contain a port.
  host := regexp_replace(btrim(address), '^([0-9.]+):[0-9]+$|^\[(.*)\](:[0-9]+)?$', '\1\2');
  return case
    when family(host) = 4 then host(host)
    when host <<= '::ffff:0.0.0.0/96' then host('0.0.0.0'::inet + (host - '::ffff:0.0.0.0'::inet))
    else network(set_masklen(host, 56))::text -- what a provider assigns to one household
  end;
exception when data_exception then
  return null;
end;
$$;
comment on function private.sender_of is 'Returns an IPv4 address or an IPv6 /56, or null if there is none.';

create function private.apply_limits() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  now_hour constant timestamptz := date_trunc('hour', now(), 'UTC');
  total constant bigint := coalesce(pg_sequence_last_value('private.sign_ups_ever'), 0);
  limits private.sign_up_limits;
  hour_start private.this_hour;
  address text;
  sender_bucket integer; -- from -999999 to 999999
  sender_total integer := 1; -- with this sign-up
begin
  -- Once an hour, visitors wait here for a commit: for that of the first sign-up, which adds the row.
  insert into private.this_hour values (now_hour, total) on conflict do nothing;
  if found then delete from private.this_hour where hour < now_hour; end if;
  select * into hour_start from private.this_hour where hour = now_hour;
  select * into limits from private.sign_up_limits;

  -- If a proxy sets no header, no request has a sender, and only `everyone` limits them. Otherwise all
  -- visitors would be one sender.
  address := nullif(current_setting('request.headers', true), '')::json ->> limits.sender_header;
  sender_bucket := hashtext(hour_start.secret || private.sender_of(substring(address from '[^,]*$'))) % 1000000;
  if sender_bucket is not null then
    insert into private.senders as known values (sender_bucket, pg_backend_pid() % 16, now_hour, 1)
    on conflict (bucket, slot) do update
      set hour = now_hour, sign_ups = 1 + case known.hour when now_hour then known.sign_ups else 0 end;
    select sum(sign_ups) into sender_total from private.senders
    where bucket = sender_bucket and hour = now_hour;
  end if;

  if sender_total > limits.per_sender
    or total - hour_start.sign_ups_before + 1 > limits.everyone
      and (sender_bucket is null or sender_total > limits.per_sender_in_flood)
  then
    -- PostgREST's format for an error with its own status and headers.
    raise sqlstate 'PGRST' using
      message = '{"code":"too_many_sign_ups","message":"Too many sign-ups"}',
      detail = format('{"status":429,"headers":{"Retry-After":"%s"}}',
        ceil(extract(epoch from now_hour + interval '1 hour' - now())));
  end if;
end;
$$;
comment on function private.apply_limits is 'Counts a sign-up for its sender. Raises HTTP 429 at a limit.';

create function private.reject_large_request() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  if (headers ->> 'content-length')::numeric > 30000 then
    -- Each text of a sign-up has 4,000 bytes at most. There is room for three more fields.
    raise sqlstate 'PT413' using message = 'the request is too large';
  elsif headers ->> 'content-length' is null or headers ? 'transfer-encoding' then
    -- Some gateways forward requests without a length. They may be large, so only four run at a time.
    perform from generate_series(1, 4) as place
    where pg_try_advisory_xact_lock('public.waitlist'::regclass::integer, place) limit 1;
    if not found then raise sqlstate 'PT503' using message = 'too many requests without a length'; end if;
  end if;
  return null;
end;
$$;
comment on function private.reject_large_request is 'Raises HTTP 413 before Postgres reads a large request.';

create trigger waitlist_reject_large_request before insert on public.waitlist
for each statement when (current_setting('role') = 'anon') execute function private.reject_large_request();

create function private.accept_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- `role` is still anon inside a security definer function that the team lets visitors call.
  if tg_op = 'UPDATE' or current_setting('role') <> 'anon' then return private.prepared(new); end if;
  if current_setting('private.has_signed_up', true) = 'yes' then
    raise invalid_parameter_value using message = 'one sign-up per request';
  end if;
  perform set_config('private.has_signed_up', 'yes', true);
  new := private.prepared(new);
  perform private.apply_limits();
  return new;
end;
$$;
comment on function private.accept_sign_up is 'Prepares a row. Counts a visitor''s one sign-up per request.';

create trigger waitlist_accept before insert or update on public.waitlist
for each row execute function private.accept_sign_up();

-- Without sequential scans: a connection that planned the queries while the list was short keeps the plan.
create function private.finish_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  -- The team may be deleting or changing the identical row in an open transaction. `for share` waits for
  -- its end, and then keeps the row until the end of this one. Otherwise both rows could be gone.
  perform from public.waitlist where submission_key = new.submission_key and id <> new.id limit 1 for share;
  if not found then
    -- Of two identical sign-ups at once, neither sees the other's row. The second waits here until the
    -- first is committed, and looks again.
    perform pg_advisory_xact_lock(uuid_hash_extended(new.submission_key, 0));
    perform from public.waitlist where submission_key = new.submission_key and id <> new.id limit 1 for share;
  end if;
  if found then delete from public.waitlist where id = new.id; end if;
  -- This is the last statement, because a sequence also counts what is rolled back later.
  perform nextval('private.sign_ups_ever');
  return null;
end;
$$;
comment on function private.finish_sign_up is 'Deletes an identical sign-up. Counts it for everyone.';

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
