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
  submission_key uuid unique
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

-- In plpgsql, which keeps its plan: in a trigger that costs a quarter of an SQL function.
create function private.person_key(phone_number text) returns uuid
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
declare
  -- Arabic, Persian, Devanagari, Bengali and full-width digits.
  latin constant text := translate(
    phone_number,
    e'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f\u09e6\u09e7\u09e8\u09e9\u09ea\u09eb\u09ec\u09ed\u09ee\u09ef\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19',
    '01234567890123456789012345678901234567890123456789'
  );
  -- Characters of other scripts may be digits too. Spaces, dashes and marks of any kind are none.
  compared constant text := case
    when latin ~ '[0-9]' and latin !~ '[\u0370-\u1fff\u2e80-\u2fff\u3001-\ufefe]'
      then regexp_replace(latin, '[^0-9]', '', 'g')
    else lower(latin)
  end;
begin
  return left(encode(sha256(convert_to(compared, 'UTF8')), 'hex'), 32)::uuid;
end;
$$;
comment on function private.person_key is
  'Phone numbers are compared by their digits; one without any, or in a script whose digits are not known here, by its lower-cased text.';

-- Edge of the database -----------------------------------------------------------------------------

create function private.accept_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- Not current_user, which in here is the function's owner.
  visitor constant boolean := coalesce(nullif(current_setting('role'), 'none'), session_user) = 'anon';
  -- What String.prototype.trim() removes, so that "blank" means the same here as in the form.
  blanks constant text := e' \t\n\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  -- Plain messages instead of check constraints: those print the whole row into the server's log.
  complaint text;
  nth_in_request integer;
  lock_key bigint;
  retry_at timestamptz;
begin
  new.name := btrim(new.name, blanks);
  new.phone_number := btrim(new.phone_number, blanks);
  new.instagram := nullif(btrim(new.instagram, blanks), '');
  new.email := nullif(btrim(new.email, blanks), '');

  complaint := case
    when coalesce(new.name, '') = '' then 'name must not be blank'
    when coalesce(new.phone_number, '') = '' then 'phone_number must not be blank'
    when greatest(
      char_length(new.name),
      char_length(new.phone_number),
      char_length(new.instagram),
      char_length(new.email)
    ) > 1000 then 'no text may have more than 1,000 characters'
    when concat(new.name, new.phone_number, new.instagram, new.email) ~ '[\u0001-\u001f\u007f-\u009f]'
      then 'texts must not contain control characters'
    when new.email !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' then 'email must be an email address'
    when isfinite(new."timestamp") is not true then 'timestamp must be a point in time'
  end;
  if complaint is not null then
    raise invalid_parameter_value using message = complaint;
  end if;

  new.person_key := private.person_key(new.phone_number);
  -- Identical: the same person and name; handle and email whatever their case, the handle with or
  -- without @. No text contains the separator, see above.
  new.submission_key := left(encode(sha256(convert_to(concat_ws(
    e'\x1f',
    new.person_key,
    new.name,
    coalesce(lower(ltrim(new.instagram, '@')), ''),
    coalesce(lower(new.email), '')
  ), 'UTF8')), 'hex'), 32)::uuid;

  -- The team's own rows are nobody's flood, and meet the plain unique constraint.
  if tg_op = 'UPDATE' or not visitor then
    return new;
  end if;

  -- A visitor's second, identical submission adds no row and must look like the first one from
  -- outside, down to the number of rows that PostgREST reports as inserted. So it goes in without
  -- its key and is taken out again at the end of the statement. The lock makes the second of two at
  -- the same instant wait until the first one is visible.
  nth_in_request := coalesce(nullif(current_setting('private.sign_ups', true), ''), '0')::integer + 1;
  nth_in_request := set_config('private.sign_ups', nth_in_request::text, true);
  lock_key := hashtextextended(new.submission_key::text, 0);
  if not pg_try_advisory_xact_lock(lock_key) then
    -- Two requests with the same rows in opposite order would wait for each other.
    if nth_in_request > 1 then
      perform private.refuse_sign_up(now() + interval '1 second');
    end if;
    perform pg_advisory_xact_lock(lock_key);
  end if;
  if exists (select from public.waitlist where submission_key = new.submission_key) then
    new.submission_key := null;
  end if;

  retry_at := private.count_sign_up(nth_in_request);
  if retry_at is not null then
    perform private.refuse_sign_up(retry_at);
  end if;
  return new;
end;
$$;
comment on function private.accept_sign_up is
  'Trims, turns blank into null, refuses rubbish (SQLSTATE 22023, HTTP 400) and keeps the two keys. Marks a visitor''s duplicate by taking its submission key away, and counts it.';

create trigger waitlist_accept
before insert or update on public.waitlist
for each row execute function private.accept_sign_up();

create function private.drop_duplicate() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.waitlist where id = new.id;
  return null;
end;
$$;
comment on function private.drop_duplicate is 'Takes out what was marked as a duplicate.';

create trigger waitlist_drop_duplicate
after insert on public.waitlist
for each row when (new.submission_key is null) execute function private.drop_duplicate();

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
