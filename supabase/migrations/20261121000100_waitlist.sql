-- The waitlist: who wants early access. Visitors (`anon`) can add a row and do nothing else.
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
  'Trims as the form does; null if nothing is visible. Refuses long texts and control characters (HTTP 400).';

create function private.plain_phone(typed text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  -- Most numbers need nothing else, and the long list below is slow.
  if octet_length(typed) = char_length(typed) then
    return coalesce(nullif(translate(lower(typed), ' -+()./', ''), ''), typed);
  end if;
  return coalesce(nullif(translate(
    -- NFKC turns full-width, superscript, circled and mathematical characters into plain ones.
    lower(private.visible(normalize(typed, nfkc))),
    -- Digits in Arabic, Persian, Devanagari, and Bengali.
    e'٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯'
    -- What has no counterpart below is removed: blanks, the usual marks, dashes.
    ' -+()./\u2010\u2012\u2013\u2014\u2015\u2212',
    '0123456789012345678901234567890123456789'
  ), ''), typed);
end;
$$;
comment on function private.plain_phone is
  'A phone number with plain digits, without the usual marks. Everything else stays, so that no text passes for another person''s number.';

create function private.key(compared text) returns uuid
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$ begin return left(encode(sha256(convert_to(compared, 'UTF8')), 'hex'), 32)::uuid; end $$;
comment on function private.key is 'Short for a text of any length: equal if and only if the text is.';

create function private.prepared(sent public.waitlist) returns public.waitlist
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  sent.name := private.trim_text(sent.name);
  sent.phone_number := private.trim_text(sent.phone_number);
  sent.instagram := private.trim_text(sent.instagram);
  sent.email := private.trim_text(sent.email);
  sent.person_key := private.key(private.plain_phone(sent.phone_number));
  sent.submission_key := private.key(jsonb_strip_nulls(jsonb_build_object(
    'person', sent.person_key,
    'name', sent.name,
    'instagram', lower(ltrim(sent.instagram, '@')),
    'email', lower(sent.email)
  ))::text);
  return sent;
end;
$$;
comment on function private.prepared is
  'A sign-up with its texts trimmed and its keys. A blank field leaves no trace in the keys: those of older rows stay when a field is added.';

create function private.accept_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- Also inside a function that the team lets visitors call.
  by_visitor constant boolean := tg_op = 'INSERT' and current_setting('role') = 'anon';
  headers json;
  complaint text;
  is_repetition boolean;
  may_continue boolean;
begin
  if tg_level = 'STATEMENT' then
    headers := nullif(current_setting('request.headers', true), '');
    -- Before Postgres takes the rows out of the request. A sign-up has 16,000 bytes of text at most.
    if (headers ->> 'content-length')::numeric > 20000 then
      raise sqlstate 'PT413' using message = 'the request is too large';
    -- Some gateways pass requests on without a length: four at a time, for they may be large.
    elsif (headers ->> 'content-length' is null or headers ->> 'transfer-encoding' is not null)
      and not exists (
        select from generate_series(1, 4) as place
        where pg_try_advisory_xact_lock('public.waitlist'::regclass::integer, place)
      )
    then
      raise sqlstate 'PT503' using message = 'too many requests without a length at once';
    end if;
    return null;
  end if;

  -- Rows beyond a visitor's first are ignored: refused, they would roll it back, and nothing would
  -- count or show the attempt.
  if by_visitor and current_setting('private.has_signed_up', true) = 'yes' then return null; end if;

  new := private.prepared(new);
  complaint := case
    when new.name is null then 'name must not be blank'
    when new.phone_number is null then 'phone_number must not be blank'
    when new.email !~ '^[^][@[:space:],;:<>()"\\]+@[^][@[:space:],;:<>()"\\]+\.[^][@[:space:],;:<>()"\\]+$'
      then 'email must be an email address'
    when isfinite(new."timestamp") is not true then 'timestamp must be a point in time'
  end;
  if complaint is not null then
    raise invalid_parameter_value using message = complaint;
  end if;

  if by_visitor then
    perform set_config('private.has_signed_up', 'yes', true);
    -- Waits for the team if it is about to remove that row.
    perform from public.waitlist where submission_key = new.submission_key for key share;
    is_repetition := found;
    -- Of identical ones at the same instant the first continues, and the others are tried again. A wait
    -- would hold a connection. Repetitions continue side by side, except those without a length: such a
    -- request can take seconds, and a second one would show whether the first is new.
    headers := nullif(current_setting('request.headers', true), '');
    may_continue := case
      when is_repetition and headers ->> 'content-length' is not null and headers ->> 'transfer-encoding' is null
      then pg_try_advisory_xact_lock_shared(uuid_hash_extended(new.submission_key, 0))
      else pg_try_advisory_xact_lock(uuid_hash_extended(new.submission_key, 0))
    end;
    if not may_continue then
      raise sqlstate 'PT503' using message = 'an identical sign-up is being processed';
    end if;
    perform private.count_sign_up(new.submission_key);
    if is_repetition then new.submission_key := null; end if;
  end if;
  return new;
end;
$$;
comment on function private.accept_sign_up is
  'Refuses large requests, checks a sign-up. Accepts a visitor''s if the limits allow it; a null key marks a repetition.';

create trigger waitlist_accept_request
before insert on public.waitlist
for each statement when (current_setting('role') = 'anon') execute function private.accept_sign_up();
create trigger waitlist_accept
before insert or update on public.waitlist
for each row execute function private.accept_sign_up();

create function private.drop_repetition() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.submission_key is null then raise unique_violation; end if;
  -- Waits for anybody else who is about to add the same row.
  set constraints public.waitlist_submission immediate;
  return null;
exception when unique_violation then
  delete from public.waitlist where id = new.id;
  return null;
end;
$$;
comment on function private.drop_repetition is
  'Deletes a repetition at the end of its statement: from outside, rows inserted included, it looks like a new sign-up.';

create trigger waitlist_drop_repetition
after insert on public.waitlist
for each row when (current_setting('role') = 'anon') execute function private.drop_repetition();

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

-- A visitor waits no longer than this for the team: an open transaction, `alter table`. The answer
-- is then HTTP 500, and the page tries again.
alter role anon set lock_timeout = '1s';
