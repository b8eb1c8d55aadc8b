-- What protects the server's memory: PostgREST with `Prefer: missing=default` takes 5 GB for a request of 360 kB.
--
-- A visitor's request with the header `Prefer` may have 1,000 bytes; a sign-up has some 200. The header itself cannot be
-- refused, because browsers with parental controls send `Prefer: safe`. Its value cannot be trusted, because a request
-- may have several such headers, and only the last one is visible here.
create function private.refuse_large_request_with_prefer() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  headers constant json := current_setting('request.headers');
begin
  if current_user = 'anon' and headers ->> 'prefer' is not null
    and (headers ->> 'transfer-encoding' is not null or coalesce((headers ->> 'content-length')::integer, 1001) > 1000)
  then raise sqlstate 'PT400' using message = 'with Prefer, visitors may send 1,000 bytes'; end if;
end;
$$;
-- PostgREST calls the function first in each request, with the role of the request.
grant usage on schema private to anon, authenticated, service_role;
alter role authenticator set pgrst.db_pre_request = 'private.refuse_large_request_with_prefer';

-- PostgREST reads the settings of roles when it reloads its configuration.
notify pgrst, 'reload config';
