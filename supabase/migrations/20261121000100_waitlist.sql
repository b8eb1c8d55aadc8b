-- The waitlist: who wants early access. Visitors (`anon`) can add a row and do nothing else.
--
-- Every search path ends in pg_temp. If a path leaves it out, Postgres finds a session's temporary
-- types before the system's.

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
comment on column public.waitlist."timestamp" is 'When the visitor pressed the button, by the visitor''s clock.';
comment on column public.waitlist.created_at is 'When the row arrived, by the server''s clock. Reports count by this one.';
comment on column public.waitlist.person_key is 'The phone number''s key. Set by a trigger.';
comment on column public.waitlist.submission_key is 'The key of all personal fields. Set by a trigger.';

create index waitlist_person on public.waitlist (person_key, id);
create index waitlist_submission on public.waitlist (submission_key);
create index waitlist_created_at on public.waitlist (created_at);

create schema private;
comment on schema private is 'Helpers and counters. Not exposed by the API, closed to its roles.';

create function private.prepared(sent public.waitlist) returns public.waitlist
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
-- A new text field changes four places: the length, the trimming, the control characters, and, as
-- its last part, the submission key.
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
  -- This check is first, so that Postgres never trims megabytes.
  if greatest(length(sent.name), length(sent.phone_number), length(sent.instagram), length(sent.email)) > 1000 then
    raise invalid_parameter_value using message = 'no text may have more than 1,000 characters';
  end if;
  sent.name := btrim(sent.name, blanks);
  sent.phone_number := btrim(sent.phone_number, blanks);
  sent.instagram := nullif(btrim(sent.instagram, blanks), '');
  sent.email := nullif(btrim(sent.email, blanks), '');
  -- Not check constraints: their errors write the whole row into the server's log.
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
  -- NFKC replaces full-width, superscript, and circled digits by plain ones. Its time grows with the
  -- square of the length, so that a hostile text would take seconds: it gets 100 characters.
  phone := normalize(left(sent.phone_number, 100), nfkc) || substr(sent.phone_number, 101);
  phone := translate(lower(phone), marks, '');
  -- MD5 is enough: a collision is made on purpose, and costs only its author a sign-up.
  sent.person_key := md5(phone);
  -- A blank field leaves no trace, so that a new field changes no older key.
  sent.submission_key := md5(concat_ws(e'\n', phone, sent.name,
    'instagram ' || lower(ltrim(sent.instagram, '@')),
    'email ' || lower(sent.email)
  ));
  return sent;
end;
$$;
comment on function private.prepared is 'Returns a sign-up with its texts trimmed and its keys set. Raises HTTP 400 if a text is invalid.';

-- In an hour, one sender can make `per_sender` sign-ups, and all together can make `everyone`. After
-- that, each sender can still make `per_newcomer`, so that newcomers get in. Identical sign-ups count
-- too. Beyond a limit, the response is 429 with Retry-After, also for a sign-up that is on the list.

create table private.sign_up_limits (
  only_row boolean primary key default true check (only_row),
  per_sender integer not null default 1000,
  everyone integer not null default 50000,
  per_newcomer integer not null default 10,
  sender_header text not null default 'cf-connecting-ip' check (sender_header = lower(sender_header)),
  secret uuid not null default gen_random_uuid()
);
comment on table private.sign_up_limits is 'The limits, in one row. An update applies from the next sign-up. Without the row there are no limits.';
comment on column private.sign_up_limits.per_sender is 'Sign-ups from one sender in an hour. A venue shares one address: be generous.';
comment on column private.sign_up_limits.everyone is 'Sign-ups from all senders in an hour.';
comment on column private.sign_up_limits.per_newcomer is 'Sign-ups from one sender in an hour after `everyone` is reached.';
comment on column private.sign_up_limits.sender_header is 'The header whose last element is the sender''s address. A proxy of your own must set it.';
comment on column private.sign_up_limits.secret is 'Makes the buckets unpredictable.';

insert into private.sign_up_limits default values;

-- Unlogged: after a crash or a restore, the database counts from zero.
create unlogged sequence private.sign_ups_of_all;
comment on sequence private.sign_ups_of_all is
  'The number of all visitors'' sign-ups. Not a row, because while a backup runs, each sign-up would read all its versions.';

create unlogged table private.sign_up_counts (
  hour integer,
  bucket integer,
  connection integer,
  sign_ups bigint not null,
  primary key (hour, bucket, connection)
);
comment on table private.sign_up_counts is
  'A sender''s sign-ups in an hour. Each connection has its own row, so that none waits for another''s commit.';
comment on column private.sign_up_counts.bucket is
  'One of 2^20 by a secret hash of the sender, because an address is personal data. Bucket -1 has the value of the sequence when the hour began.';

create function private.sender(address text) returns text
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
comment on function private.sender is
  'Returns what counts as one sender, an IPv4 address or an IPv6 /56. Null if the text is no address.';

-- Without sequential scans: a session keeps the plan that it made when the table was empty.
create function private.count_sign_up() returns void
language plpgsql set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  this_hour constant integer := floor(extract(epoch from now()) / 3600);
  all_ever constant bigint := coalesce(pg_sequence_last_value('private.sign_ups_of_all'), 0);
  limits private.sign_up_limits;
  sender integer;
  of_sender bigint;
  of_all bigint;
begin
  select * into limits from private.sign_up_limits;
  -- Without an address, the sender is null and only the limit for everyone applies: a missing header
  -- must not put all visitors into one bucket.
  sender := 1048575 & hashtextextended(private.sender(substring(
    nullif(current_setting('request.headers', true), '')::json ->> limits.sender_header from '[^,]*$'
  )) || limits.secret || this_hour, 0);
  select coalesce(sum(sign_ups) filter (where bucket >= 0), 0), all_ever - min(sign_ups) filter (where bucket = -1)
  into of_sender, of_all from private.sign_up_counts where hour = this_hour and bucket in (sender, -1);
  if of_all is null then
    -- The first sign-up of the hour. It deletes 10,000 old rows at most, because a visitor waits for
    -- it. The next hours delete the rest.
    delete from private.sign_up_counts where ctid = any (array(
      select ctid from private.sign_up_counts where hour < this_hour
      order by hour desc limit 10000 for update skip locked
    ));
    insert into private.sign_up_counts values (this_hour, -1, pg_backend_pid(), all_ever);
  end if;
  if of_sender >= limits.per_sender
    or of_all >= limits.everyone and (sender is null or of_sender >= limits.per_newcomer)
  then
    -- PostgREST's format for an error with its own status and headers.
    raise sqlstate 'PGRST' using
      message = '{"code":"too_many_sign_ups","message":"Too many sign-ups"}',
      detail = json_build_object('status', 429, 'headers', json_build_object(
        'Retry-After', (3600 - floor(extract(epoch from now()))::integer % 3600)::text
      ))::text;
  end if;

  insert into private.sign_up_counts as counts
  select this_hour, sender, pg_backend_pid(), 1 where sender is not null
  on conflict on constraint sign_up_counts_pkey do update set sign_ups = counts.sign_ups + 1;
end;
$$;
comment on function private.count_sign_up is 'Counts a visitor''s sign-up, also an identical one. Raises HTTP 429 beyond a limit.';

create function private.reject_large_request() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  if (headers ->> 'content-length')::numeric > 20000 then
    raise sqlstate 'PT413' using message = 'the request is too large';
  elsif headers ->> 'content-length' is null or headers ? 'transfer-encoding' then
    -- Some gateways forward requests without a length. They may be large, so only four run at a time.
    perform from generate_series(1, 4) as place
    where pg_try_advisory_xact_lock('public.waitlist'::regclass::integer, place) limit 1;
    if not found then
      raise sqlstate 'PT503' using message = 'too many requests without a length at once';
    end if;
  end if;
  return null;
end;
$$;
comment on function private.reject_large_request is
  'Raises HTTP 413 before Postgres reads the rows of a large request. A sign-up has at most 16,000 bytes of text.';

create trigger waitlist_reject_large_request
before insert on public.waitlist
for each statement when (current_setting('role') = 'anon') execute function private.reject_large_request();

create function private.accept_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- The role also tells visitors apart inside a security definer function that the team lets them call.
  if tg_op = 'UPDATE' or current_setting('role') <> 'anon' then return private.prepared(new); end if;

  if current_setting('private.has_signed_up', true) = 'yes' then
    raise invalid_parameter_value using message = 'one sign-up per request';
  end if;
  perform set_config('private.has_signed_up', 'yes', true);
  new := private.prepared(new);
  perform private.count_sign_up();
  return new;
end;
$$;
comment on function private.accept_sign_up is
  'Prepares a row. Counts a visitor''s sign-up, and allows one per request. Never reads the list.';

create trigger waitlist_accept
before insert or update on public.waitlist
for each row execute function private.accept_sign_up();

create function private.drop_identical() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  -- `for share` waits while the team deletes or changes the identical row in an open transaction, and
  -- keeps the row until this request is over. Otherwise both rows could be gone afterwards.
  perform from public.waitlist where submission_key = new.submission_key and id <> new.id limit 1 for share;
  if not found then
    -- Two identical sign-ups arrive at once and do not see each other: the second waits for the first.
    perform pg_advisory_xact_lock(uuid_hash_extended(new.submission_key, 0));
    perform from public.waitlist where submission_key = new.submission_key and id <> new.id limit 1 for share;
  end if;
  if found then
    delete from public.waitlist where id = new.id;
  end if;
  -- Last, because a sequence also counts what is rolled back, such as a request with two rows.
  perform nextval('private.sign_ups_of_all');
  return null;
end;
$$;
comment on function private.drop_identical is 'Deletes an identical sign-up after its insert, so that its response is that of a new one.';

create trigger waitlist_drop_identical
after insert on public.waitlist
for each row when (current_setting('role') = 'anon') execute function private.drop_identical();

-- Older projects grant everything in `public` to every role, so revoke first.
revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;
revoke all on schema private from public;
revoke all on all tables in schema private from public;
revoke all on all functions in schema private from public;

grant insert (name, phone_number, instagram, email, "timestamp") on table public.waitlist to anon;
grant select, insert, update, delete on table public.waitlist to service_role;

alter table public.waitlist enable row level security;

-- Rejects every row while the triggers are disabled: they set the key.
create policy "visitors may sign up" on public.waitlist
for insert to anon
with check (person_key is not null);

-- If the team locks the table, by an open transaction or `alter table`, a visitor waits this long. Then
-- the response is 500, and the page retries.
alter role anon set lock_timeout = '1s';
