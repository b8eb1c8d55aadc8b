-- The waitlist: who wants early access.
--
-- Visitors (`anon`) may add a row and do nothing else. What they add is tidied and checked here, at
-- the edge of the database, because nothing obliges a visitor to use the page. The rules are looser
-- than the form's: whatever the form accepts is stored.

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
  -- Deferrable, so that the end of a statement can ask for it and live with the answer.
  constraint waitlist_submission unique (submission_key) deferrable initially deferred
);

comment on table public.waitlist is 'A log of sign-ups for early access. Visitors only ever add to it.';
comment on column public.waitlist.id is 'Order of arrival, with gaps.';
comment on column public.waitlist.name is 'As typed, trimmed.';
comment on column public.waitlist.phone_number is 'As typed, trimmed. Any shape.';
comment on column public.waitlist.instagram is 'As typed, trimmed, with or without @. Null if left blank.';
comment on column public.waitlist.email is 'As typed, trimmed. Null if left blank.';
comment on column public.waitlist."timestamp" is 'When the visitor pressed the button, by the visitor''s clock.';
comment on column public.waitlist.created_at is 'When the row arrived, by the server''s clock. Reports count by this one.';
comment on column public.waitlist.person_key is 'The phone number''s key: equal for all sign-ups of one person. Kept by a trigger.';
comment on column public.waitlist.submission_key is 'The key of all personal fields: no two rows have the same. Kept by a trigger.';

create index waitlist_person on public.waitlist (person_key, created_at desc, id desc);
create index waitlist_created_at on public.waitlist (created_at);
-- Hash indexes: equality is all that is asked, and a long text does not fit into a btree.
create index waitlist_instagram on public.waitlist using hash (lower(ltrim(instagram, '@')));
create index waitlist_email on public.waitlist using hash (lower(email));

create function private.plain_phone(phone_number text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
declare
  plain text := translate(lower(phone_number), ' -+()./', '');
begin
  if octet_length(plain) > char_length(plain) then
    plain := translate(
      plain,
      e'٠١٢٣٤٥٦٧٨٩' -- Arabic
      '۰۱۲۳۴۵۶۷۸۹' -- Persian
      '०१२३४५६७८९' -- Devanagari
      '০১২৩৪৫৬৭৮৯' -- Bengali
      '０１２３４５６７８９' -- full-width
      -- What has no counterpart below is taken out: marks, blanks, dashes.
      '＋（）．／'
      '\u00a0\u2007\u2009\u202f\u3000'
      '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d',
      '0123456789'
      '0123456789'
      '0123456789'
      '0123456789'
      '0123456789'
    );
  end if;
  return coalesce(nullif(plain, ''), phone_number);
end;
$$;
comment on function private.plain_phone is
  'A phone number in lower case, with Latin digits, without blanks, dashes and the usual marks, unless that is all there is. What is not known here stays.';

create function private.key(compared text) returns uuid
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
begin
  return left(encode(sha256(convert_to(compared, 'UTF8')), 'hex'), 32)::uuid;
end;
$$;
comment on function private.key is 'Short for a text of any length: equal if and only if the text is.';

create function private.person_key(plain_phone text) returns uuid
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
declare
  digits constant text := regexp_replace(plain_phone, '[^0-9]', '', 'g');
begin
  -- Other scripts have digits that are not known here.
  if length(digits) < 7 or plain_phone ~ '[\u0370-\u1fff\u2e80-\u2fff\u3001-\ufefe]' then
    return private.key(plain_phone);
  end if;
  return private.key(digits);
end;
$$;
comment on function private.person_key is
  'Whose plain phone number it is: by its digits, or by the whole text if those are too few (1-800-FLOWERS).';

-- Edge of the database -----------------------------------------------------------------------------

create function private.tidy(typed text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
declare
  -- Anything but blanks, fillers and what Unicode says is not to be seen.
  visible constant text :=
    '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f'
    '\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]';
  -- What String.prototype.trim() removes.
  blanks constant text :=
    e'\t\n\x0b\f\r\u2028\u2029' -- tabs and line ends
    ' \u00a0\u1680\u202f\u205f\u3000' -- spaces
    '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a' -- spaces of fixed width
    '\ufeff'; -- byte order mark
begin
  return case when typed ~ visible then btrim(typed, blanks) end;
end;
$$;
comment on function private.tidy is 'Trimmed, as the form trims. Null if there is nothing to see.';

create function private.tidy_sign_up(sent public.waitlist) returns public.waitlist
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  complaint text;
begin
  -- In bytes and first of all, so that nobody has megabytes trimmed here. A character has four at most.
  if greatest(
    octet_length(sent.name),
    octet_length(sent.phone_number),
    octet_length(sent.instagram),
    octet_length(sent.email)
  ) > 4000 then
    raise invalid_parameter_value using message = 'no text may have more than 1,000 characters';
  end if;

  sent.name := private.tidy(sent.name);
  sent.phone_number := private.tidy(sent.phone_number);
  sent.instagram := private.tidy(sent.instagram);
  sent.email := private.tidy(sent.email);

  -- Plain messages instead of check constraints: those print the whole row into the server's log.
  complaint := case
    when sent.name is null then 'name must not be blank'
    when sent.phone_number is null then 'phone_number must not be blank'
    when greatest(
      char_length(sent.name),
      char_length(sent.phone_number),
      char_length(sent.instagram),
      char_length(sent.email)
    ) > 1000 then 'no text may have more than 1,000 characters'
    when concat(sent.name, sent.phone_number, sent.instagram, sent.email) ~ '[\u0001-\u001f\u007f-\u009f]'
      then 'texts must not contain control characters'
    when sent.email !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' then 'email must be an email address'
    when isfinite(sent."timestamp") is not true then 'timestamp must be a point in time'
  end;
  if complaint is not null then
    raise invalid_parameter_value using message = complaint;
  end if;
  return sent;
end;
$$;
comment on function private.tidy_sign_up is 'Trims the texts, turns blank into null and refuses what no form sends (SQLSTATE 22023, HTTP 400).';

create function private.refuse_bulk() returns void
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('response.status', true) = '400' then
    return; -- It was refused at its second row.
  end if;
  -- No error: that would take back what the first row has cost its sender, and make requests with
  -- several rows a way round the limits. PostgREST reads the setting.
  delete from public.waitlist where id = current_setting('private.first_sign_up')::bigint;
  perform set_config('response.status', '400', true);
end;
$$;
comment on function private.refuse_bulk is
  'A visitor''s request is one sign-up. Of one with several rows nothing is stored, and the answer is HTTP 400.';

-- Postgres prepares every expression anew in each transaction: what all sign-ups pass is kept short.
create function private.accept_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- Whose request it is, inside a function too that the team lends to visitors.
  by_visitor constant boolean := tg_op = 'INSERT' and current_setting('role') = 'anon';
  texts text;
  plain_phone text;
  retry_at timestamptz;
begin
  if by_visitor and current_setting('private.first_sign_up', true) <> '' then
    perform private.refuse_bulk();
    return null;
  end if;

  -- Most sign-ups are tidy as they come, which one look at all texts tells: short, Latin, one line,
  -- no blank at the ends, an email in its form.
  texts := concat_ws(
    e'\n',
    coalesce(new.name, ''),
    coalesce(new.phone_number, ''),
    coalesce(new.instagram, '-'),
    coalesce(new.email, 'a@b.c')
  );
  if
    octet_length(texts) > 1000
    or texts !~ '^[!-~\u00c0-\u024f]([ -~\u00c0-\u024f]*[!-~\u00c0-\u024f])?(\n[!-~]([ -~]*[!-~])?){2}\n[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$'
    or isfinite(new."timestamp") is not true
  then
    new := private.tidy_sign_up(new);
  end if;

  plain_phone := private.plain_phone(new.phone_number);
  new.person_key := private.person_key(plain_phone);
  -- Identical: the same name and phone; handle and email whatever their case, the handle with or
  -- without @. No text contains the separator, see above.
  new.submission_key := private.key(concat_ws(
    e'\x1f',
    plain_phone,
    new.name,
    coalesce(lower(ltrim(new.instagram, '@')), ''),
    coalesce(lower(new.email), '')
  ));

  if by_visitor then
    perform
      set_config('private.first_sign_up', new.id::text, true),
      -- Of identical ones at the same instant the second waits here until the first is visible.
      pg_advisory_xact_lock(uuid_hash_extended(new.submission_key, 0));
    retry_at := private.count_sign_up(new.submission_key);
    if retry_at is not null then
      perform private.refuse_sign_up(retry_at);
    end if;
  end if;
  return new;
end;
$$;
comment on function private.accept_sign_up is
  'Tidies, keeps the two keys, and lets visitors'' sign-ups in one of a kind at a time, as many as the limits allow.';

create trigger waitlist_accept
before insert or update on public.waitlist
for each row execute function private.accept_sign_up();

-- A visitor's second, identical submission adds no row and must look like the first one from outside,
-- down to the number of rows that PostgREST reports as inserted. So it goes in and is taken out again
-- at the end of the statement.
create function private.drop_duplicate() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- Waits for whoever else, in the team, is about to write or delete the same one.
  set constraints public.waitlist_submission immediate;
  return null;
exception
  when unique_violation then
    delete from public.waitlist where id = new.id;
    return null;
end;
$$;
comment on function private.drop_duplicate is 'Takes out a sign-up that is there already.';

create trigger waitlist_drop_duplicate
after insert on public.waitlist
for each row when (current_setting('role') = 'anon') execute function private.drop_duplicate();

-- Who may do what ----------------------------------------------------------------------------------
--
-- Projects created before 30 October 2026 grant everything in `public` to every role; newer ones
-- grant nothing. Taking all away before giving back comes out the same on both.

revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;
revoke all on all functions in schema private from public;

grant insert (name, phone_number, instagram, email, "timestamp") on table public.waitlist to anon;
grant select, insert, update, delete on table public.waitlist to service_role;

alter table public.waitlist enable row level security;

-- Holds even if somebody switches the triggers off.
create policy "visitors may sign up" on public.waitlist
for insert to anon
with check (name <> '' and phone_number <> '');
