-- What protects the list from floods: limits for the rate of sign-ups and for the size of a request. A
-- trigger of `public.waitlist`, in the next migration, applies the first, PostgREST the second.
-- Every search path ends in pg_temp. If a path leaves it out, Postgres finds a session's temporary types
-- before the system's.

set local lock_timeout = '5s';

create schema private;
comment on schema private is 'Helpers and counters. Not exposed by the API.';

-- The rates. In each hour, the sign-ups of visitors are counted from zero, identical ones too:
-- 1. The first sign-up of an hour replaces the one row of `private.this_hour`.
-- 2. Each sign-up counts for its sender in `private.senders`. A row of an earlier hour counts as zero. A row
--    is locked until its transaction commits, and a venue is one sender: so that its guests rarely wait for
--    each other, a sender has sixteen rows, and each connection counts in one.
-- 3. A sign-up gets 429 with Retry-After if its sender has made `per_sender` in this hour, or if everyone has
--    made `everyone` and its sender `per_sender_in_flood`: a flood does not shut out who comes later. The 429
--    rolls the sender's count back. Sign-ups at the same instant can exceed a limit by one for each connection.
-- 4. Each sign-up that is accepted counts for everyone in a sequence, which locks nothing and never starts
--    again: `this_hour` has its value at the hour's start. A sequence is not rolled back, so the last trigger,
--    `waitlist_finish`, counts, when nothing can fail anymore.

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

create unlogged table private.this_hour (
  hour timestamptz primary key,
  sign_ups_before bigint not null, -- the sequence's value when the hour began
  secret uuid not null default gen_random_uuid() -- nobody can compute an address's bucket without it
);

create unlogged table private.senders (
  bucket integer, -- one of two million, by a hash: no address is stored, and each row is used again
  slot integer, -- one of sixteen, by the connection: 32 million rows at most
  hour timestamptz not null,
  sign_ups integer not null,
  primary key (bucket, slot)
);

create function private.sender_of(header text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  address constant text := btrim(substring(header from '[^,]*$'));
  host inet;
begin
  -- "192.0.2.1:443" and "[2001:db8::1]:443" contain a port.
  host := regexp_replace(address, '^([0-9.]+):[0-9]+$|^\[(.*)\](:[0-9]+)?$', '\1\2');
  return case
    when family(host) = 4 then host(host)
    when host <<= '::ffff:0.0.0.0/96' then host('0.0.0.0'::inet + (host - '::ffff:0.0.0.0'::inet))
    else network(set_masklen(host, 56))::text -- what a provider assigns to one household
  end;
exception when data_exception then
  return null;
end;
$$;
comment on function private.sender_of is 'Returns a header''s last address, of IPv6 the /56 network, or null.';

create function private.count_for_sender(sender text, this_hour private.this_hour) returns integer
language plpgsql strict set search_path = pg_catalog, pg_temp as $$
declare
  sender_bucket constant integer := hashtext(this_hour.secret || sender) % 1000000; -- from -999999 to 999999
begin
  insert into private.senders as known values (sender_bucket, pg_backend_pid() % 16, this_hour.hour, 1)
  on conflict (bucket, slot) do update set
    hour = excluded.hour,
    sign_ups = 1 + case known.hour when excluded.hour then known.sign_ups else 0 end;
  return (select sum(sign_ups) from private.senders where bucket = sender_bucket and hour = this_hour.hour);
end;
$$;
comment on function private.count_for_sender is 'Counts a sign-up. Returns how many its sender has made in this hour.';

create function private.rate_limit_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  now_hour constant timestamptz := date_trunc('hour', now(), 'UTC');
  ever constant bigint := coalesce(pg_sequence_last_value('private.sign_ups_ever'), 0);
  limits private.sign_up_limits;
  this_hour private.this_hour;
  from_everyone bigint; -- both counts include this sign-up
  from_sender integer;
begin
  -- The setting lasts for the transaction, which is one request.
  if current_setting('private.has_signed_up', true) = 'yes'
  then raise invalid_parameter_value using message = 'one sign-up per request'; end if;
  perform set_config('private.has_signed_up', 'yes', true);

  select * into limits from private.sign_up_limits;
  -- Once an hour, visitors wait here for a commit: for that of the first sign-up, which adds the row.
  insert into private.this_hour values (now_hour, ever) on conflict do nothing;
  if found then delete from private.this_hour where hour < now_hour; end if;
  select * into this_hour from private.this_hour where hour = now_hour;

  from_everyone := ever - this_hour.sign_ups_before + 1;
  -- Null if the proxy sets no header: then only `everyone` applies. Otherwise all visitors would be one sender.
  from_sender := private.count_for_sender(private.sender_of(headers ->> limits.sender_header), this_hour);
  if from_sender > limits.per_sender
    or from_everyone > limits.everyone and coalesce(from_sender > limits.per_sender_in_flood, true)
  then
    -- PostgREST's format for an error with its own status and headers.
    raise sqlstate 'PGRST' using
      message = '{"code":"too_many_sign_ups","message":"Too many sign-ups"}',
      detail = format('{"status":429,"headers":{"Retry-After":"%s"}}',
        ceil(extract(epoch from now_hour + interval '1 hour' - now())));
  end if;
  return new;
end;
$$;
comment on function private.rate_limit_sign_up is
  'Counts a request''s one sign-up for its sender. Raises HTTP 429 at a limit.';

create function private.check_request() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  if (headers ->> 'content-length')::numeric > 30000 then
    -- Each text of a sign-up has 4,000 bytes at most. There is room for three more fields.
    raise sqlstate 'PT413' using message = 'the request is too large';
  elsif current_setting('request.method') not in ('GET', 'HEAD')
    and (headers ->> 'content-length' is null or headers ? 'transfer-encoding')
  then
    -- Some gateways forward requests without a length. They may be large, so only four run at a time, and
    -- none with a preference for which Postgres needs 200 times the memory.
    perform from generate_series(1, 4) as place
    where pg_try_advisory_xact_lock('public.waitlist'::regclass::integer, place) limit 1;
    if not found or headers ->> 'prefer' ilike '%missing%'
    then raise sqlstate 'PT503' using message = 'too many requests without a length'; end if;
  end if;
end;
$$;
comment on function private.check_request is 'Raises HTTP 413 before Postgres reads a large request.';

revoke all on all functions in schema private from public;
-- PostgREST calls it first in the transaction of each request, with the request's role. A trigger would come
-- too late: Postgres has parsed some bodies by then.
grant usage on schema private to anon, authenticated, service_role;
grant execute on function private.check_request to anon, authenticated, service_role;
alter role authenticator set pgrst.db_pre_request = 'private.check_request';
notify pgrst, 'reload config';
