-- How many sign-ups one sender, and everyone together, can make in an hour.
--
-- A refusal is HTTP 429 with Retry-After. It never depends on what is in the list, so that it does
-- not reveal who is on it.
--
-- An address is personal data. What is kept of it is a bucket: one of 2^20, some 4,000 IPv4
-- addresses each, by a secret hash that changes every hour.
--
-- The search path of every function ends in pg_temp: left out, a session's temporary types would be
-- found before the system's.

create schema private;
comment on schema private is 'Helpers and counters. Not exposed by the API, closed to its roles.';

create table private.sign_up_limits (
  only_row boolean primary key default true check (only_row),
  per_sender integer not null default 1000 check (per_sender between 1 and 1000000000),
  everyone integer not null default 50000 check (everyone between 1 and 1000000000),
  per_newcomer integer not null default 10 check (per_newcomer between 1 and 1000000000),
  sender_header text not null default 'cf-connecting-ip' check (sender_header = lower(sender_header)),
  secret uuid not null default gen_random_uuid()
);
comment on table private.sign_up_limits is
  'The limits, in one row. An update applies from the next sign-up. Without the row there are none.';
comment on column private.sign_up_limits.per_sender is
  'Different sign-ups from one sender per hour; as many repetitions do not count. A venue shares one address: be generous.';
comment on column private.sign_up_limits.everyone is 'Different sign-ups from all senders per hour.';
comment on column private.sign_up_limits.per_newcomer is 'What a sender can still make past that.';
comment on column private.sign_up_limits.sender_header is
  'The header whose last element is the sender''s address. Your own proxy must set it, as hosted Supabase does.';
comment on column private.sign_up_limits.secret is 'Makes the buckets and bits unpredictable.';

insert into private.sign_up_limits default values;

create unlogged sequence private.sign_ups_of_all minvalue 0;
comment on sequence private.sign_ups_of_all is
  'Everyone''s different sign-ups, counted from a billion times the number of the hour. A row in its place would be locked until commit, and a backup would keep all of its versions.';

create unlogged table private.sign_up_counts (
  bucket integer,
  slot integer,
  hour timestamptz not null,
  sign_ups integer not null,
  repetitions integer not null,
  recent smallint[] not null,
  primary key (bucket, slot)
) with (fillfactor = 50);
comment on table private.sign_up_counts is
  'Each sender''s different sign-ups and repetitions: the sum of up to 64 slots, so that none waits for the commit of another. A row of a past hour is reused.';
comment on column private.sign_up_counts.recent is '15 bits of a secret hash of each of the latest 64 submission keys.';

create function private.sender(address text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  host inet;
begin
  -- "192.0.2.1:443" and "[2001:db8::1]:443" carry a port.
  host := regexp_replace(btrim(address), '^([0-9.]+):[0-9]+$|^\[(.*)\](:[0-9]+)?$', '\1\2');
  return case
    when family(host) = 4 then host(host)
    when host <<= '::ffff:0.0.0.0/96' then host('0.0.0.0'::inet + (host - '::ffff:0.0.0.0'::inet))
    else network(set_masklen(host, 56))::text -- what a provider gives to one household
  end;
exception
  when data_exception then return null;
end;
$$;
comment on function private.sender is
  'What counts as one sender: an IPv4 address or an IPv6 /56. Null for what is no address.';

-- Without sequential scans: a session keeps its plan, and the table may have been empty then.
create function private.count_sign_up(submission_key uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  this_hour constant timestamptz := date_bin('1 hour', now(), 'epoch');
  hour_start constant bigint := extract(epoch from this_hour) / 3600 * 1000000000;
  of_all constant bigint := coalesce(pg_sequence_last_value('private.sign_ups_of_all'), 0);
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  limits private.sign_up_limits;
  sender integer;
  per_sender integer;
  key_bits smallint;
  so_far record;
  own_slot integer := 0;
begin
  select * into limits from private.sign_up_limits;
  -- An unknown sender has no bucket: a missing header must not put everyone into one.
  sender := 1048575 & hashtextextended(
    private.sender(substring(headers ->> limits.sender_header from '[^,]*$')) || limits.secret || hour_start, 0
  );
  -- Up to a quarter more: who waits for the first refusal of a shared address does not learn how
  -- many others signed up there.
  per_sender := floor(limits.per_sender * (1 + (sender & 255) / 1024.0));
  key_bits := 32767 & hashtextextended(concat(limits.secret, submission_key), 0);

  -- A repetition takes no place of the sender's. It is refused like any other sign-up: a difference
  -- would show who has signed up at this address.
  select
    coalesce(sum(sign_ups), 0) as different,
    coalesce(bool_or(key_bits = any (recent)) and sum(repetitions) < per_sender, false) as is_repetition
  into so_far
  from private.sign_up_counts
  where bucket = sender and hour = this_hour;

  if
    so_far.different >= per_sender
    -- A transaction that began before the hour may find a count of the next one.
    or of_all - hour_start between limits.everyone and 999999999
      and (sender is null or so_far.different >= limits.per_newcomer)
  then
    -- PostgREST's form for an error with a status and headers of its own.
    raise sqlstate 'PGRST' using
      message = '{"code":"too_many_sign_ups","message":"Too many sign-ups"}',
      detail = json_build_object('status', 429, 'headers', json_build_object(
        'Retry-After', ceil(extract(epoch from this_hour + interval '1 hour' - now()))::text
      ))::text;
  end if;

  if not so_far.is_repetition then
    -- More than an hour ahead if the server's clock was.
    if of_all - hour_start not between 0 and 1999999999 then
      perform setval('private.sign_ups_of_all', hour_start);
    end if;
    perform nextval('private.sign_ups_of_all');
  end if;
  if sender is null then return; end if;
  while own_slot < 63 and not pg_try_advisory_xact_lock(sender, own_slot) loop
    own_slot := own_slot + 1;
  end loop;
  insert into private.sign_up_counts as counts
  values (
    sender, own_slot, this_hour,
    (not so_far.is_repetition)::integer, so_far.is_repetition::integer,
    case when so_far.is_repetition then '{}' else array[key_bits] end
  )
  on conflict on constraint sign_up_counts_pkey do update set
    hour = this_hour,
    sign_ups = excluded.sign_ups + case when counts.hour = this_hour then counts.sign_ups else 0 end,
    repetitions = excluded.repetitions + case when counts.hour = this_hour then counts.repetitions else 0 end,
    recent = excluded.recent || case when counts.hour = this_hour then counts.recent[1:63] end;
end;
$$;
comment on function private.count_sign_up is
  'Counts a visitor''s sign-up, or refuses it if its sender, or everyone together, has made too many.';

revoke all on schema private from public;
revoke all on all tables in schema private from public;
