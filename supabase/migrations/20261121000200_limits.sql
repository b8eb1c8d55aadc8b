-- What protects the list from floods: how many rows a sender may add in an hour, and how long a statement may take.

create schema private;
comment on schema private is 'For the database itself. Keep it out of the schemas that the Data API exposes.';

create table private.sign_up_limits (
  only_row boolean primary key default true check (only_row),
  per_sender integer not null default 1000,
  secret uuid not null default gen_random_uuid()
);
comment on table private.sign_up_limits is 'One row. An update applies from the next sign-up.';
comment on column private.sign_up_limits.per_sender is 'Rows of a sender group in an hour. A full venue is one sender.';
comment on column private.sign_up_limits.secret is 'Without it, nobody can compute the group of an address.';
insert into private.sign_up_limits default values;

create index waitlist_sender_group on public.waitlist (sender_group, created_at);

-- Runs before each row that a visitor inserts. PostgREST turns the errors PT400 and PT429 into the statuses 400 and 429.
-- The function runs with the rights of its owner, because visitors can't read the tables. Without sequential scans, the
-- count uses the index. Otherwise, a connection that first counts while the table is short plans to read the whole
-- table, and keeps this plan until Postgres analyzes the table again.
create function private.limit_sender() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  address constant text := nullif(current_setting('request.headers', true), '')::json ->> 'cf-connecting-ip';
  limits private.sign_up_limits;
begin
  -- 1. One row a request, because each costs a counting query. The setting ends with the request's transaction.
  if current_setting('private.request_has_row', true) = 'yes'
  then raise sqlstate 'PT400' using message = 'a request can have one sign-up'; end if;
  perform set_config('private.request_has_row', 'yes', true);
  -- 2. The sender group is a number below 65,536, computed from the sender's IPv4 address, or from the IPv6 /56 network
  --    that a provider gives to a household. Many addresses have the same number, so it reveals none. Cloudflare, in
  --    front of Supabase, sets the header with the address. Without one, the group is null.
  select * into limits from private.sign_up_limits;
  if pg_input_is_valid(address, 'inet') then
    new.sender_group := 65535 & hashtext(limits.secret::text
      || network(set_masklen(address::inet, case family(address::inet) when 4 then 32 else 56 end)));
  end if;
  -- 3. The rows of the group in the last hour. Those of requests that run at the same time are not counted. If the group
  --    is null, no row is counted, and only a limit of 0 refuses the row.
  if limits.per_sender <= (select count(*) from public.waitlist
    where sender_group = new.sender_group and created_at > now() - interval '1 hour')
  then raise sqlstate 'PT429' using message = 'too many sign-ups from one sender'; end if;
  return new;
end;
$$;
revoke all on function private.limit_sender from public;

-- Postgres evaluates `when` before it calls the function, so the role is still the visitor's, and not yet the owner's.
create trigger waitlist_limit_sender before insert on public.waitlist
for each row when (current_user = 'anon') execute function private.limit_sender();

-- A visitor's request waits for a lock for one second at most, for example during an `alter table` of the team. It runs
-- for three seconds at most. Then the response is 500, and the page retries.
alter role anon set lock_timeout = '1s';
alter role anon set statement_timeout = '3s';
