-- How many sign-ups a sender, and everyone together, may make.
--
-- The limits live in the database because no script can walk around it. They count rows, not
-- requests, because one request may carry many. A refusal is HTTP 429 with Retry-After.
--
-- An address is personal data. What is kept of it is a hash with a secret that lives for half a day,
-- in tables that reach neither the write-ahead log nor a backup (unlogged). Those may come back
-- empty after a crash; everything here then starts afresh.
--
-- The search path of every function ends in pg_temp: left out, a session's temporary types would be
-- found before the system's.

create schema private;
comment on schema private is 'Helpers and counters. Not exposed by the API, closed to its roles.';

create table private.sign_up_limits (
  only_row boolean primary key default true check (only_row),
  per_sender integer not null default 1000 check (per_sender > 0),
  per_sender_window interval not null default '1 hour' check (per_sender_window between '1 second' and '12 hours' and date_trunc('day', per_sender_window) = '0'),
  everyone integer not null default 50000 check (everyone > 0),
  everyone_window interval not null default '1 hour' check (everyone_window between '1 second' and '12 hours' and date_trunc('day', everyone_window) = '0'),
  per_request integer not null default 10 check (per_request > 0)
);
comment on table private.sign_up_limits is
  'The limits, in one row. Change them with an update; they hold from the next sign-up. Without the row there are none.';
comment on column private.sign_up_limits.only_row is 'Keeps it at one row.';
comment on column private.sign_up_limits.per_sender is
  'Sign-ups from one address per window. A full venue shares one address: be generous.';
comment on column private.sign_up_limits.per_sender_window is 'Length of that window.';
comment on column private.sign_up_limits.everyone is
  'Sign-ups from all addresses together per window, give or take a few percent. Raise it before a launch that may exceed it.';
comment on column private.sign_up_limits.everyone_window is 'Length of that window.';
comment on column private.sign_up_limits.per_request is 'Sign-ups in one request. The page sends one.';

insert into private.sign_up_limits default values;

create unlogged table private.sender_salt (
  only_row boolean primary key default true check (only_row),
  salt uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
comment on table private.sender_salt is 'The secret that senders are hashed with. Replaced after 12 hours.';
comment on column private.sender_salt.only_row is 'Keeps it at one row.';
comment on column private.sender_salt.salt is 'Random, never leaves the database.';
comment on column private.sender_salt.created_at is 'Since when it is in use.';

create unlogged table private.sender_counts (
  sender bytea primary key,
  window_start timestamptz not null,
  sign_ups integer not null
) with (fillfactor = 50);
comment on table private.sender_counts is 'Sign-ups per sender in the current window. Emptied when the salt is replaced.';
comment on column private.sender_counts.sender is 'Salted hash of the network that sent them.';
comment on column private.sender_counts.window_start is 'The window that is counted.';
comment on column private.sender_counts.sign_ups is 'Rows sent in it, identical ones included.';

create unlogged table private.total_counts (
  shard smallint primary key,
  window_start timestamptz not null,
  sign_ups integer not null
) with (fillfactor = 10);
comment on table private.total_counts is
  'Sign-ups of everyone in the current window: one counter per server process, so that nobody waits for another''s.';
comment on column private.total_counts.shard is 'Server process, modulo 32.';
comment on column private.total_counts.window_start is 'The window that is counted.';
comment on column private.total_counts.sign_ups is 'Rows that the process has handed in for it.';

create function private.forget_senders() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.sender_salt where created_at < now() - interval '12 hours';
  if found then
    delete from private.sender_counts;
  end if;
end;
$$;
comment on function private.forget_senders is
  'Ends the salt after 12 hours, and with it every counter. Run by the first sign-up after that, and by pg_cron where there is one.';

create function private.new_salt() returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  new_salt uuid;
begin
  perform private.forget_senders();
  insert into private.sender_salt default values on conflict do nothing;
  select salt into new_salt from private.sender_salt;
  return new_salt;
end;
$$;
comment on function private.new_salt is 'Replaces a salt that has served its time, or is missing.';

create function private.network(address text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  ip inet;
begin
  begin
    -- "192.0.2.1:443" and "[2001:db8::1]:443" carry a port.
    ip := coalesce(
      substring(address from '^([0-9.]+):[0-9]+$'),
      substring(address from '^\[(.*)\](?::[0-9]+)?$'),
      address
    )::inet;
  exception
    when data_exception then
      return null;
  end;
  return case
    when family(ip) = 4 then host(ip)
    when ip <<= '::ffff:0.0.0.0/96' then host('0.0.0.0'::inet + (ip - '::ffff:0.0.0.0'::inet))
    else network(set_masklen(ip, 64))::text -- one household has a whole /64
  end;
end;
$$;
comment on function private.network is
  'What counts as one sender: an IPv4 address or an IPv6 /64. Null if the address makes no sense.';

create function private.refuse_sign_up(retry_at timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  -- PostgREST's form for an error with a status and headers of its own.
  raise sqlstate 'PGRST' using
    message = json_build_object('code', 'too_many_sign_ups', 'message', 'Too many sign-ups')::text,
    detail = json_build_object(
      'status', 429,
      'headers', json_build_object('Retry-After', ceil(extract(epoch from retry_at - now()))::text)
    )::text;
end;
$$;
comment on function private.refuse_sign_up is 'Answers HTTP 429 with Retry-After.';

create function private.count_sign_up(nth_in_request integer) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  -- Of x-forwarded-for only the last address is the proxy's word; the others are the sender's own.
  address constant text := btrim(coalesce(
    headers ->> 'cf-connecting-ip',
    substring(headers ->> 'x-forwarded-for' from '[^,]*$')
  ));
  network constant text := case when address ~ '^[0-9.]{7,15}$' then address else private.network(address) end;
  limits record;
  total bigint;
  pending integer;
begin
  select
    *,
    date_bin(per_sender_window, now(), 'epoch') as sender_start,
    date_bin(everyone_window, now(), 'epoch') as everyone_start,
    (select salt from private.sender_salt where created_at > now() - interval '12 hours') as salt
  into limits
  from private.sign_up_limits;
  if not found then
    return null;
  end if;

  -- Each row of a request holds locks until its end: a handful of huge ones would use up the server's.
  if nth_in_request > limits.per_request then
    raise invalid_parameter_value using message = 'too many sign-ups in one request';
  end if;

  -- An unknown sender is not counted: a missing header must not put everyone into one bucket.
  if network is not null then
    insert into private.sender_counts as counts
    values (
      sha256(convert_to(coalesce(limits.salt, private.new_salt())::text || network, 'UTF8')),
      limits.sender_start,
      1
    )
    on conflict (sender) do update set
      sign_ups = case when counts.window_start < excluded.window_start then 0 else counts.sign_ups end + 1,
      window_start = greatest(counts.window_start, excluded.window_start)
    returning sign_ups into total;
    if total > limits.per_sender then
      return limits.sender_start + limits.per_sender_window;
    end if;
  end if;

  -- Each server process hands in its sign-ups when it has a thousandth of the ceiling together.
  pending := coalesce(nullif(current_setting('private.pending', true), ''), '0')::integer + 1;
  if pending >= limits.everyone / 1000 then
    insert into private.total_counts as counts
    values (pg_backend_pid() % 32, limits.everyone_start, pending)
    on conflict (shard) do update set
      sign_ups = case when counts.window_start < excluded.window_start then 0 else counts.sign_ups end + excluded.sign_ups,
      window_start = greatest(counts.window_start, excluded.window_start);
    select sum(sign_ups) into total from private.total_counts where window_start >= limits.everyone_start;
    if total > limits.everyone then
      return limits.everyone_start + limits.everyone_window;
    end if;
    pending := 0;
  end if;
  -- Outlives the transaction, unless that is rolled back.
  pending := set_config('private.pending', pending::text, false);
  return null;
end;
$$;
comment on function private.count_sign_up is
  'Counts a sign-up for its sender and for everyone. Null, or above the limits when to try again.';

revoke all on schema private from public;
revoke all on all tables in schema private from public;
revoke all on all functions in schema private from public;

-- On quiet days no sign-up comes by to forget the senders of the last busy one.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    perform cron.schedule('forget-senders', '23 * * * *', 'select private.forget_senders()');
  end if;
exception
  when others then
    raise notice 'pg_cron is not usable here (%): senders are forgotten by the next sign-up.', sqlerrm;
end;
$$;
