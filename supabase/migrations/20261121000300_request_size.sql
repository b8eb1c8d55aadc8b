-- What protects the server's memory from one kind of request. With `Prefer: missing=default`, PostgREST lets Postgres
-- read the request as jsonb, which expands the number 1e131071 to its 131,072 digits. A request of 86 kB with such
-- numbers takes 2 GB.
--
-- So a visitor's request that has a header `Prefer`, with any value, may have 1,000 bytes at most. A sign-up has some
-- 200. Refusing the header itself would refuse visitors: browsers with parental controls send `Prefer: safe`. Refusing
-- only `missing=default` would not be safe: PostgREST applies each of two such headers, but this function sees only the last one.
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
-- PostgREST calls the function at the start of each request, with the role of the request.
grant usage on schema private to anon, authenticated, service_role;
alter role authenticator set pgrst.db_pre_request = 'private.refuse_large_request_with_prefer';

-- PostgREST reads the settings of roles when it reloads its configuration.
notify pgrst, 'reload config';
