-- The waitlist: who wants early access. Visitors (`anon`) can add a row and do nothing else. Their
-- request passes `reject_large_request`, `accept_sign_up`, which counts it, and `drop_identical`.
--
-- A new field's migration adds a column with its comment and grant, and replaces `private.prepared`
-- with two lines more.

create table public.waitlist (
  id bigint generated always as identity primary key,
  name text not null,
  phone_number text not null,
  instagram text,
  email text,
  "timestamp" timestamptz not null,
  created_at timestamptz not null default now(),
  person_key uuid,
  submission_key uuid,
  preferred boolean not null default false,
  -- Deferred, so that a trigger can check it and handle the violation.
  constraint waitlist_submission unique (submission_key) deferrable initially deferred
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
comment on column public.waitlist.preferred is 'Set it to true and reports deliver this row''s details, not the first.';

create index waitlist_person on public.waitlist (person_key, id);
create index waitlist_created_at on public.waitlist (created_at);

create function private.visible(typed text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$ begin
  return regexp_replace(typed, '[\u0001-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
    '\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g');
end $$;
comment on function private.visible is 'Without control, filling, and ignorable characters, and blanks but U+0020.';

create function private.trim_text(typed text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  -- Most texts need nothing else.
  if octet_length(typed) <= 1000 and typed ~ '^[!-~\u00c0-\u024f]([ -~\u00c0-\u024f]*[!-~\u00c0-\u024f])?$' then
    return typed;
  end if;
  -- In bytes and first, so that nobody has megabytes trimmed here. A character has four at most.
  if octet_length(typed) <= 4000 then
    typed := case
      when private.visible(typed) ~ '[^ ]'
      -- What String.prototype.trim() removes.
      then btrim(typed, e' \t\n\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008'
        '\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
    end;
  end if;
  -- Plain messages instead of check constraints: those print the whole row into the server's log.
  if char_length(typed) > 1000 then
    raise invalid_parameter_value using message = 'no text may have more than 1,000 characters';
  elsif typed ~ '[\u0001-\u001f\u007f-\u009f]' then
    raise invalid_parameter_value using message = 'texts must not contain control characters';
  end if;
  return typed;
end;
$$;
comment on function private.trim_text is
  'Trims as the form does; null if nothing is visible. Rejects long texts and control characters (HTTP 400).';

create function private.plain_phone(typed text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  -- Slow, and most numbers need none of it.
  if octet_length(typed) > char_length(typed) then
    typed := translate(
      -- NFKC turns full-width, superscript, circled and mathematical characters into plain ones.
      private.visible(normalize(typed, nfkc)),
      -- Digits in Arabic, Persian, Devanagari, and Bengali, and dashes.
      e'٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯\u2010\u2012\u2013\u2014\u2015\u2212',
      '0123456789012345678901234567890123456789------'
    );
  end if;
  return coalesce(nullif(translate(lower(typed), ' -+()./', ''), ''), typed);
end;
$$;
comment on function private.plain_phone is
  'A phone number with plain digits, without the usual marks. Everything else stays, so that no text passes for another person''s number.';

create function private.prepared(sent public.waitlist) returns public.waitlist
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  sent.name := private.trim_text(sent.name);
  sent.phone_number := private.trim_text(sent.phone_number);
  sent.instagram := private.trim_text(sent.instagram);
  sent.email := private.trim_text(sent.email);
  -- MD5 is enough: two texts with the same key would have to be made by one person.
  sent.person_key := md5(private.plain_phone(sent.phone_number))::uuid;
  sent.submission_key := md5(jsonb_strip_nulls(jsonb_build_object(
    'person', sent.person_key,
    'name', sent.name,
    'instagram', lower(ltrim(sent.instagram, '@')),
    'email', lower(sent.email)
  ))::text)::uuid;
  return sent;
end;
$$;
comment on function private.prepared is
  'A sign-up with its texts trimmed and its keys. A blank field leaves no trace in the keys: those of older rows stay when a field is added.';

create function private.reject_large_request() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  if (headers ->> 'content-length')::numeric > 20000 then
    raise sqlstate 'PT413' using message = 'the request is too large';
  elsif headers ->> 'content-length' is null or headers ? 'transfer-encoding' then
    -- Some gateways pass requests on without a length: four at a time, for they may be large.
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
  'Rejects a large request before Postgres reads its rows. A sign-up has 16,000 bytes of text at most.';

create trigger waitlist_reject_large_request
before insert on public.waitlist
for each statement when (current_setting('role') = 'anon') execute function private.reject_large_request();

create function private.accept_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- Also inside a function that the team lets visitors call.
  by_visitor constant boolean := tg_op = 'INSERT' and current_setting('role') = 'anon';
  problem text;
begin
  -- Rows beyond a visitor's first are ignored: rejected, they would roll it back, and nothing would
  -- count or show the attempt.
  if by_visitor and current_setting('private.has_signed_up', true) = 'yes' then return null; end if;

  new := private.prepared(new);
  problem := case
    when new.name is null then 'name must not be blank'
    when new.phone_number is null then 'phone_number must not be blank'
    when new.email !~ '^[^][@[:space:],;:<>()"\\]+@[^][@[:space:],;:<>()"\\]+\.[^][@[:space:],;:<>()"\\]+$'
      then 'email must be an email address'
    when isfinite(new."timestamp") is not true then 'timestamp must be a point in time'
  end;
  if problem is not null then
    raise invalid_parameter_value using message = problem;
  end if;

  if by_visitor then
    perform set_config('private.has_signed_up', 'yes', true);
    -- Of identical ones at the same instant, the first continues, whether it is new or not. The page
    -- retries the others: a wait would hold a connection.
    if not pg_try_advisory_xact_lock(uuid_hash_extended(new.submission_key, 0)) then
      raise sqlstate 'PT503' using message = 'an identical sign-up is being processed';
    end if;
    if not private.count_sign_up(new.submission_key) then
      -- PostgREST's form for an error with a status and headers of its own.
      raise sqlstate 'PGRST' using
        message = '{"code":"too_many_sign_ups","message":"Too many sign-ups"}',
        detail = json_build_object('status', 429, 'headers', json_build_object(
          'Retry-After', (3600 - floor(extract(epoch from now()))::integer % 3600)::text
        ))::text;
    end if;
  end if;
  return new;
end;
$$;
comment on function private.accept_sign_up is
  'Checks a sign-up. Accepts a visitor''s if the limits allow it, and only one per request.';

create trigger waitlist_accept
before insert or update on public.waitlist
for each row execute function private.accept_sign_up();

create function private.drop_identical() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Waits for the team if it is about to add or remove the same row.
  set constraints public.waitlist_submission immediate;
  return null;
exception when unique_violation then
  delete from public.waitlist where id = new.id;
  return null;
end;
$$;
comment on function private.drop_identical is
  'Deletes an identical sign-up at the end of its statement: from outside, rows inserted included, it looks like a new one.';

create trigger waitlist_drop_identical
after insert on public.waitlist
for each row when (current_setting('role') = 'anon') execute function private.drop_identical();

-- Older projects grant everything in `public` to every role: revoke it before you grant.
revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;
revoke all on all functions in schema private from public;

grant insert (name, phone_number, instagram, email, "timestamp") on table public.waitlist to anon;
grant select, insert, update, delete on table public.waitlist to service_role;

alter table public.waitlist enable row level security;

-- Holds even if somebody disables the triggers.
create policy "visitors may sign up" on public.waitlist
for insert to anon
with check (name <> '' and phone_number <> '');

-- A visitor waits no longer than this for the team: an open transaction, `alter table`. The
-- response is then 500, and the page retries.
alter role anon set lock_timeout = '1s';
