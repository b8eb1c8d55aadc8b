-- What protects the list from floods: a limit for the sign-ups of one sender, and one for the size of a request.
-- Each search path names pg_temp last. Postgres otherwise searches a session's temporary types first, and a visitor's
-- could hide those of the system.

create table private.sign_up_limits (
  only_row boolean primary key default true check (only_row),
  per_sender integer not null default 1000,
  secret uuid not null default gen_random_uuid()
);
comment on table private.sign_up_limits is 'One row. An update applies from the next sign-up.';
comment on column private.sign_up_limits.per_sender is 'Rows of a sender group in an hour. A venue shares one address: be generous.';
comment on column private.sign_up_limits.secret is 'Without it, nobody can compute the group of an address.';
insert into private.sign_up_limits default values;

create index waitlist_sender_group on public.waitlist (sender_group, created_at);

-- Sets the sender group, a number below 65,536. It is computed from an IPv4 address, or from the IPv6 /56 network that
-- a provider assigns to one household. Many addresses have the same number, so it doesn't reveal one. Without
-- sequential scans, because a connection plans the count only once: if the list is short at that time, Postgres later
-- reads the whole list for each sign-up.
create function private.limit_sender() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  address constant text := nullif(current_setting('request.headers', true), '')::json ->> 'cf-connecting-ip';
  limits private.sign_up_limits;
begin
  -- The setting lasts for the transaction, which is one request.
  if current_setting('private.has_signed_up', true) = 'yes'
  then raise invalid_parameter_value using message = 'one sign-up per request'; end if;
  perform set_config('private.has_signed_up', 'yes', true);

  select * into limits from private.sign_up_limits;
  if pg_input_is_valid(address, 'inet') then
    new.sender_group := 65535 & hashtext(limits.secret::text
      || network(set_masklen(address::inet, case family(address::inet) when 4 then 32 else 56 end)));
  end if;
  -- Sign-ups at the same instant don't see each other's rows, so a few more than the limit can be stored.
  if limits.per_sender <= (select count(*) from public.waitlist
    where sender_group = new.sender_group and created_at > now() - interval '1 hour')
  then raise sqlstate 'PT429' using message = 'too many sign-ups from one sender'; end if;
  return new;
end;
$$;

create trigger waitlist_limit_sender before insert on public.waitlist
for each row when (current_user = 'anon') execute function private.limit_sender();

-- PostgREST calls it first in the transaction of each request, with the request's role. A trigger is too late, because
-- Postgres parses the body before it.
create function private.check_request() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  -- Each text of a sign-up has 4,000 bytes at most. There is room for three more fields.
  if headers ->> 'content-length' !~ '^(\d{1,4}|[12]\d{4}|30000)$'
  then raise sqlstate 'PT413' using message = 'the request is too large'; end if;
  -- A body that is sent in chunks may have any length.
  if headers ? 'transfer-encoding'
  then raise sqlstate 'PT411' using message = 'the request has no length'; end if;
  -- The page sends no preference. With some, PostgREST passes the body as jsonb, in which 1e131071 has 131,072 digits.
  if headers ? 'prefer'
  then raise sqlstate 'PT400' using message = 'the request has a preference'; end if;
end;
$$;

revoke all on function private.limit_sender, private.check_request from public;
grant usage on schema private to anon, authenticated, service_role;
grant execute on function private.check_request to anon, authenticated, service_role;
alter role authenticator set pgrst.db_pre_request = 'private.check_request';
notify pgrst, 'reload config';
