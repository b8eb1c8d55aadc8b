-- How many sign-ups one sender, and all senders together, can make in an hour.
--
-- Two counts decide: a sender's different sign-ups (`sign_up_counts`), and those of all senders
-- (`sign_ups_of_all`). A sender's identical sign-ups are counted apart, so that they do not use up a
-- venue's share. Beyond a limit the response is 429 with Retry-After. It never depends on what is in
-- the list, so that it does not reveal who is on it.
--
-- An address is personal data. What is stored of it is a bucket: one of 2^20, some 4,000 IPv4
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
  'Different sign-ups from one sender per hour; as many identical ones do not count. A venue shares one address: be generous.';
comment on column private.sign_up_limits.everyone is 'Different sign-ups from all senders per hour.';
comment on column private.sign_up_limits.per_newcomer is
  'Different sign-ups from one sender per hour after `everyone` is reached.';
comment on column private.sign_up_limits.sender_header is
  'The header whose last element is the sender''s address. Your own proxy must set it, as hosted Supabase does.';
comment on column private.sign_up_limits.secret is 'Makes buckets and hashes unpredictable.';

insert into private.sign_up_limits default values;

create unlogged sequence private.sign_ups_of_all minvalue 0;
comment on sequence private.sign_ups_of_all is
  'All senders'' different sign-ups: a billion times the number of the hour, and one for each. A row in its place would be locked until commit, and a backup would keep all of its versions.';

create unlogged table private.sign_up_counts (
  bucket integer,
  slot integer,
  hour integer not null,
  different integer not null,
  identical integer not null,
  recent smallint[] not null,
  primary key (bucket, slot)
) with (fillfactor = 50);
comment on table private.sign_up_counts is
  'A sender''s sign-ups: the sum of up to 64 rows, one for each transaction at the same instant, so that none waits for the commit of another. A row of a past hour is reused.';
comment on column private.sign_up_counts.hour is 'Hours since 1970.';
comment on column private.sign_up_counts.recent is
  'Hashes of the latest 64 different sign-ups, which tell an identical one. Of 15 bits: too few to find out what was typed.';

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
create function private.count_sign_up(submission_key uuid) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  this_hour constant integer := floor(extract(epoch from now()) / 3600);
  hour_start constant bigint := this_hour * 1000000000::bigint;
  of_all constant bigint := coalesce(pg_sequence_last_value('private.sign_ups_of_all'), 0) - hour_start;
  limits private.sign_up_limits;
  sender integer;
  per_sender integer;
  hash smallint;
  different integer;
  is_identical boolean;
  own_slot integer := 0;
begin
  select * into limits from private.sign_up_limits;
  -- An unknown sender has no bucket: a missing header must not put everyone into one.
  sender := 1048575 & hashtextextended(private.sender(substring(
    nullif(current_setting('request.headers', true), '')::json ->> limits.sender_header from '[^,]*$'
  )) || limits.secret || this_hour, 0);
  -- Up to a quarter more, so that the first 429 does not reveal how many others signed up at a
  -- shared address.
  per_sender := floor(limits.per_sender * (1 + (sender & 255) / 1024.0));
  hash := 32767 & hashtextextended(concat(limits.secret, submission_key), 0);

  -- Beyond the limit, an identical sign-up counts as a different one.
  select
    coalesce(sum(counts.different), 0),
    coalesce(bool_or(hash = any (recent)) and sum(counts.identical) < per_sender, false)
  into different, is_identical
  from private.sign_up_counts as counts
  where bucket = sender and hour = this_hour;

  -- Identical ones, too: a difference would reveal who signed up at this address.
  if
    different >= per_sender
    or of_all between limits.everyone and 999999999
      and (sender is null or different >= limits.per_newcomer)
  then
    return false;
  end if;

  if not is_identical then
    -- Starts again if the count is another hour's, or the server's clock was wrong.
    perform case
      when of_all between 0 and 999999999 then nextval('private.sign_ups_of_all')
      else setval('private.sign_ups_of_all', hour_start + 1)
    end;
  end if;
  if sender is null then return true; end if;
  while own_slot < 63 and not pg_try_advisory_xact_lock(sender, own_slot) loop
    own_slot := own_slot + 1;
  end loop;
  insert into private.sign_up_counts as counts
  values (
    sender, own_slot, this_hour, (not is_identical)::integer, is_identical::integer,
    case when is_identical then '{}' else array[hash] end
  )
  on conflict on constraint sign_up_counts_pkey do update set
    hour = this_hour,
    different = excluded.different + case when counts.hour = this_hour then counts.different else 0 end,
    identical = excluded.identical + case when counts.hour = this_hour then counts.identical else 0 end,
    recent = excluded.recent || case when counts.hour = this_hour then counts.recent[1:63] end;
  return true;
end;
$$;
comment on function private.count_sign_up is
  'Counts a visitor''s sign-up. False, and not counted, if its sender or all senders made too many.';

revoke all on schema private from public;
revoke all on all tables in schema private from public;
