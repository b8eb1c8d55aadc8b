-- What the team reads. Days and order go by `created_at`: a visitor's own clock may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

-- Pages along `id`: `where id > 0 order by id limit 10000` reads no more rows than it returns. One
-- look into an index shows that a row is a person's first and only one, as most are. `offset 0` keeps
-- the planner from looking up the others of people who have none.
create view reporting.people with (security_invoker = true) as
select
  coalesce(delivered.name, first.name) as name,
  case when octet_length(first.phone_number) = char_length(first.phone_number) then first.phone_number
    else private.visible(normalize(first.phone_number, nfkc)) end as phone_number,
  coalesce(delivered.instagram, first.instagram) as instagram,
  coalesce(delivered.email, first.email) as email,
  coalesce(log.contradicts, false) as contradicts,
  latest.name as latest_name,
  latest.instagram as latest_instagram,
  latest.email as latest_email,
  first.created_at as first_sign_up,
  coalesce(log.last_sign_up, first.created_at) as last_sign_up,
  coalesce(log.sign_ups, 1) as sign_ups,
  first.id
from public.waitlist as first
cross join lateral (
  select min(id) as first_id, count(*) > 1 as has_others
  from (select id from public.waitlist where person_key = first.person_key order by id limit 2) as own
) as own
left join lateral (
  select count(*) as sign_ups, max(created_at) as last_sign_up,
    bool_or((lower(name), lower(ltrim(instagram, '@')), lower(email)) is distinct from
      (lower(first.name), lower(ltrim(first.instagram, '@')), lower(first.email))) as contradicts
  from public.waitlist where person_key = first.person_key and has_others
) as log on has_others
left join lateral (
  select
    (select name from public.waitlist where person_key = first.person_key
      order by preferred desc, id limit 1) as name,
    (select instagram from public.waitlist where person_key = first.person_key and instagram is not null
      order by preferred desc, id limit 1) as instagram,
    (select email from public.waitlist where person_key = first.person_key and email is not null
      order by preferred desc, id limit 1) as email
  where has_others offset 0
) as delivered on true
left join lateral (
  select
    (select name from public.waitlist where person_key = first.person_key
      and lower(name) <> lower(delivered.name) order by id desc limit 1) as name,
    (select instagram from public.waitlist where person_key = first.person_key
      and lower(ltrim(instagram, '@')) <> lower(ltrim(delivered.instagram, '@')) order by id desc limit 1) as instagram,
    (select email from public.waitlist where person_key = first.person_key
      and lower(email) <> lower(delivered.email) order by id desc limit 1) as email
  where has_others offset 0
) as latest on true
where own.first_id = first.id;

comment on view reporting.people is
  'One line per phone number, with the preferred name, handle, and email, else the first that are not blank.';
comment on column reporting.people.phone_number is 'The first way of typing it, with plain digits, without invisible characters.';
comment on column reporting.people.contradicts is 'Whether other rows differ in name, handle, or email, also in what they leave blank. `latest_…` is the latest that differs and is not blank.';
comment on column reporting.people.sign_ups is 'How many different submissions there are.';

create function reporting.find_sign_ups(phone text, instagram text, email text)
returns table (id bigint, match text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  with typed as materialized (
    select
      md5(private.plain_phone(nullif(btrim($1), '')))::uuid as person_key,
      lower(nullif(ltrim(btrim($2), '@'), '')) as instagram,
      lower(nullif(btrim($3), '')) as email,
      -- Seven digits are a number without its country and area.
      substring(regexp_replace(private.plain_phone($1), '[^0-9]', '', 'g') from '[0-9]{7}$') as digits,
      substring(regexp_replace(lower($2), '^.*instagram\.com/', '') from '[\w.]+') as handle
  ),
  found as (
    select w.id, w.person_key, exact, possible
    from
      typed,
      public.waitlist as w,
      lateral (select
        concat_ws(', ',
          case when lower(w.email) = typed.email then 'exact: email' end,
          case when lower(ltrim(w.instagram, '@')) = typed.instagram then 'exact: handle' end,
          case when w.person_key = typed.person_key then 'exact: phone' end
        ) as exact,
        concat_ws(', ',
          case when strpos(lower(w.instagram), handle) > 0
            and handle = any (regexp_split_to_array(lower(w.instagram), '[^\w.]+|\.(?!\w)'))
            then 'possible: handle within' end,
          -- The first test is quick. Characters of more than one byte may be digits.
          case when (w.phone_number like regexp_replace(digits, '', '%', 'g')
              or octet_length(w.phone_number) > char_length(w.phone_number))
            and strpos(regexp_replace(private.plain_phone(w.phone_number), '[^0-9]', '', 'g'), digits) > 0
            then 'possible: last digits of the phone' end
        ) as possible
      ) as matches
    where exact <> '' or possible <> ''
  )
  select id, coalesce(nullif(exact, ''), possible) from found
  union all
  select id, 'possible: phone of an exact match'
  from public.waitlist
  where person_key in (select person_key from found where exact <> '')
    and id not in (select id from found)
$$;
comment on function reporting.find_sign_ups is
  'A person''s sign-ups, by phone, handle or email as people type them. Check possible matches by hand.';

revoke all on schema reporting from public;
revoke all on all tables in schema reporting from public;
revoke all on all functions in schema reporting from public;
