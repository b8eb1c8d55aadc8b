-- How many sign-ups a sender, and everyone together, may make.
--
-- The limits live in the database because no script can walk around it. A refusal is HTTP 429 with
-- Retry-After.
--
-- What is counted are different submissions: what a sender repeats is nobody's loss, and past a few is
-- counted apart. Whether it is a repetition is asked of what the same sender sent, never of the list,
-- so that no limit tells who is on it.
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
  everyone integer not null default 50000 check (everyone > 0),
  per_newcomer integer not null default 10 check (per_newcomer > 0),
  counting_window interval not null default '1 hour' check (
    counting_window between '1 second' and '12 hours' and date_trunc('day', counting_window) = '0'
  )
);
comment on table private.sign_up_limits is
  'The limits, in one row. Change them with an update; they hold from the next sign-up. Without the row there are none.';
comment on column private.sign_up_limits.only_row is 'Keeps it at one row.';
comment on column private.sign_up_limits.per_sender is
  'Different sign-ups from one sender per window, and repetitions of one; up to a quarter more. A full venue shares one address: be generous.';
comment on column private.sign_up_limits.everyone is
  'Sign-ups from all senders together per window, give or take a few percent. Raise it before a launch that may exceed it.';
comment on column private.sign_up_limits.per_newcomer is
  'Different sign-ups from one sender per window once everyone''s are used up: who has sent less still gets in. From half as many on a sender''s repetitions are told apart.';
comment on column private.sign_up_limits.counting_window is 'Length of the window. Every counter starts from nothing in the next one.';

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
  counted bytea primary key,
  times integer not null
) with (fillfactor = 50);
comment on table private.sender_counts is 'What senders sent. Emptied when the salt is replaced.';
comment on column private.sender_counts.counted is
  'Salted hash of a window and what is counted in it: a sender''s different sign-ups, or one of them.';
comment on column private.sender_counts.times is 'How often.';

create unlogged table private.total_count (
  only_row boolean primary key default true check (only_row),
  window_start timestamptz not null,
  sign_ups integer not null
) with (fillfactor = 10);
comment on table private.total_count is 'What everyone together sent in the current window, by a sample.';
comment on column private.total_count.only_row is 'Keeps it at one row.';
comment on column private.total_count.window_start is 'The window that is counted.';
comment on column private.total_count.sign_ups is 'About how many sign-ups there were in it.';

create function private.forget_senders() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.sender_salt where created_at < now() - interval '12 hours';
  if found then
    truncate private.sender_counts;
  end if;
end;
$$;
comment on function private.forget_senders is
  'Ends the salt after 12 hours, and with it every counter. Run by the first sign-up after that, and by pg_cron where there is one.';

create function private.new_salt() returns uuid
language plpgsql set search_path = pg_catalog, pg_temp
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
  -- "192.0.2.1:443" and "[2001:db8::1]:443" carry a port.
  host constant text := regexp_replace(address, '^([0-9.]+):[0-9]+$|^\[(.*)\](:[0-9]+)?$', '\1\2');
begin
  return case
    when not pg_input_is_valid(host, 'inet') then null
    when family(host::inet) = 4 then host(host::inet)
    when host::inet <<= '::ffff:0.0.0.0/96' then host('0.0.0.0'::inet + (host::inet - '::ffff:0.0.0.0'::inet))
    else network(set_masklen(host::inet, 56))::text -- what a provider gives to one household
  end;
end;
$$;
comment on function private.network is
  'What counts as one sender: an IPv4 address or an IPv6 /56. Null if the address makes no sense.';

create function private.count_for_everyone(this_window timestamptz, more integer) returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.total_count as total values (true, this_window, more)
  on conflict (only_row) do update set
    sign_ups = case when total.window_start < this_window then 0 else total.sign_ups end + more,
    window_start = greatest(total.window_start, this_window);
end;
$$;
comment on function private.count_for_everyone is 'Counts so many more.';

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

create function private.count_sign_up(submission_key uuid) returns timestamptz
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  -- Of x-forwarded-for only the last address is the proxy's word; the others are the sender's own.
  address constant text := btrim(coalesce(
    headers ->> 'cf-connecting-ip',
    substring(headers ->> 'x-forwarded-for' from '[^,]*$')
  ));
  sender text := case when address ~ '^[0-9.]{7,15}$' then address else private.network(address) end;
  submission text;
  limits record;
  repeated integer;
  different integer;
begin
  select
    *,
    date_bin(counting_window, now(), 'epoch') as this_window,
    (select salt from private.sender_salt where created_at > now() - interval '12 hours') as salt,
    exists (
      select from private.total_count
      where sign_ups >= everyone and window_start = date_bin(counting_window, now(), 'epoch')
    ) as is_crowded
  into limits
  from private.sign_up_limits;
  if not found then
    return null;
  end if;

  -- An unknown sender is not counted: a missing header must not put everyone into one bucket.
  if sender is not null then
    sender := concat(
      coalesce(limits.salt, private.new_salt()),
      extract(epoch from limits.this_window),
      sender
    );
    insert into private.sender_counts as counts values (sha256(convert_to(sender, 'UTF8')), 1)
    on conflict (counted) do update set times = counts.times + 1
    returning times into different;

    -- What the same sender repeats takes nobody's place. It is told apart only from one who has sent
    -- some, so that most visitors are counted once: repetitions cost a room those few at most.
    if different > least(limits.per_newcomer, limits.per_sender) / 2 then
      submission := sender || submission_key;
      insert into private.sender_counts as counts values (sha256(convert_to(submission, 'UTF8')), 1)
      on conflict (counted) do update set times = counts.times + 1
      returning times into repeated;
      if repeated > 1 then
        different := null;
        update private.sender_counts set times = times - 1 where counted = sha256(convert_to(sender, 'UTF8'));
      end if;
    end if;
  end if;

  if limits.is_crowded or greatest(different, repeated) > limits.per_sender then
    -- Up to a quarter more, which nobody can know: who shares an address and waits for the first
    -- refusal does not learn what the others there have sent.
    if
      different > limits.per_sender * (1 + (hashtext(sender) & 255) / 1024.0)
      or repeated > limits.per_sender * (1 + (hashtext(submission) & 255) / 1024.0)
      or limits.is_crowded and (sender is null or different > limits.per_newcomer)
    then
      return limits.this_window + limits.counting_window;
    end if;
  end if;

  -- Everyone is counted by a sample, so that few wait for one another.
  if coalesce(repeated, 1) = 1 and random() * limits.everyone < 1000 then
    perform private.count_for_everyone(limits.this_window, greatest(limits.everyone / 1000, 1));
  end if;
  return null;
end;
$$;
comment on function private.count_sign_up is
  'Counts a visitor''s sign-up. When to try again, if its sender, or everyone together, has sent too many; null if not.';

revoke all on schema private from public;
revoke all on all tables in schema private from public;
revoke all on all functions in schema private from public;

-- On quiet days no sign-up comes by to forget the senders of the last busy one.
do $$
begin
  begin
    create extension if not exists pg_cron;
  exception
    -- Not there, not preloaded, not this database's, not this role's to create.
    when feature_not_supported or undefined_object or raise_exception or insufficient_privilege then
      raise notice 'pg_cron is not usable here (%): senders are forgotten by the next sign-up.', sqlerrm;
      return;
  end;
  perform cron.schedule('forget-senders', '23 * * * *', 'select private.forget_senders()');
end;
$$;
