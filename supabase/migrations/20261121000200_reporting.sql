-- What the team reads. The API does not expose this schema, and its roles have no access.
--
-- Days and order go by `created_at`, the server's clock: a visitor's own may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

-- Only numbers are gathered for each person, so that one with many sign-ups takes no memory. Who
-- signed up more than once is looked up again.
create view reporting.people with (security_invoker = true) as
select
  name,
  phone_number,
  instagram,
  email,
  case when sign_ups > 1 then (
    select string_agg(other, ', ' order by first_id)
    from (
      select instagram as other, min(id) as first_id
      from public.waitlist
      where person_key = person.person_key
        and lower(ltrim(instagram, '@')) <> lower(ltrim(person.instagram, '@'))
      group by other
      order by first_id
      limit 10
    ) as others
  ) end as other_instagrams,
  case when sign_ups > 1 then (
    select string_agg(other, ', ' order by first_id)
    from (
      select email as other, min(id) as first_id
      from public.waitlist
      where person_key = person.person_key and lower(email) <> lower(person.email)
      group by other
      order by first_id
      limit 10
    ) as others
  ) end as other_emails,
  first_sign_up,
  last_sign_up,
  sign_ups,
  person_key
from (
  select
    latest.name,
    latest.phone_number,
    case when sign_ups = 1 or latest.instagram is not null then latest.instagram else (
      select instagram
      from public.waitlist
      where person_key = log.person_key and instagram is not null
      order by id desc
      limit 1
    ) end as instagram,
    case when sign_ups = 1 or latest.email is not null then latest.email else (
      select email
      from public.waitlist
      where person_key = log.person_key and email is not null
      order by id desc
      limit 1
    ) end as email,
    log.*
  from (
    select
      person_key,
      max(id) as id,
      min(created_at) as first_sign_up,
      max(created_at) as last_sign_up,
      count(*) as sign_ups
    from public.waitlist
    group by person_key
  ) as log
  join public.waitlist as latest using (id)
  offset 0 -- so that what is looked up here is looked up once
) as person;

comment on view reporting.people is 'One line per person, by the digits of the phone number.';
comment on column reporting.people.name is 'The latest to arrive.';
comment on column reporting.people.phone_number is 'The latest way of typing it.';
comment on column reporting.people.instagram is 'The latest that was not left blank.';
comment on column reporting.people.email is 'The latest that was not left blank.';
comment on column reporting.people.other_instagrams is
  'What other submissions of the number name, oldest first, ten at most. Not null marks a person whose submissions contradict each other.';
comment on column reporting.people.other_emails is 'The same for emails.';
comment on column reporting.people.first_sign_up is 'When the person first signed up.';
comment on column reporting.people.last_sign_up is 'When the person last signed up.';
comment on column reporting.people.sign_ups is 'How many different submissions there are.';
comment on column reporting.people.person_key is 'Leads to the person''s rows in public.waitlist.';

create view reporting.signups_by_day with (security_invoker = true) as
select
  (created_at at time zone 'utc')::date as day,
  count(*) as sign_ups
from public.waitlist
group by 1
order by 1;

comment on view reporting.signups_by_day is 'Sign-ups per day, UTC. Days without any are left out; the snippet shows them.';
comment on column reporting.signups_by_day.day is 'The day, UTC.';
comment on column reporting.signups_by_day.sign_ups is 'Sign-ups on that day.';

create view reporting.contacts_export with (security_invoker = true) as
select
  case when name ~ taken_for_other then '''' else '' end || replace(name, ';', ';''') as name,
  case when phone_number ~ taken_for_other then '''' else '' end || replace(phone_number, ';', ';''') as phone_number,
  case when instagram ~ taken_for_other then '''' else '' end || replace(instagram, ';', ';''') as instagram,
  case when email ~ taken_for_other then '''' else '' end || replace(email, ';', ';''') as email,
  first_sign_up,
  last_sign_up,
  sign_ups
from
  reporting.people,
  -- An apostrophe goes before what a spreadsheet takes for a formula: = + - @ and their full-width
  -- and small forms, behind quotes, blank or invisible characters too. And before what it takes for
  -- a number or a day: 07700900123 would lose its zero. Where ; parts the cells, what follows it in
  -- a text becomes a cell of its own.
  (values (
    '^["\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff]*'
    '[=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\t\n\r\x0b\f-]'
    '|^[0-9][0-9 .,:/eE-]*$'
  )) as spreadsheet (taken_for_other);

comment on view reporting.contacts_export is 'The people, safe to open in a spreadsheet.';
comment on column reporting.contacts_export.name is 'See reporting.people.';
comment on column reporting.contacts_export.phone_number is 'See reporting.people. A leading + or a plain number comes with an apostrophe before it.';
comment on column reporting.contacts_export.instagram is 'See reporting.people. A leading @ comes with an apostrophe before it.';
comment on column reporting.contacts_export.email is 'See reporting.people.';
comment on column reporting.contacts_export.first_sign_up is 'See reporting.people.';
comment on column reporting.contacts_export.last_sign_up is 'See reporting.people.';
comment on column reporting.contacts_export.sign_ups is 'See reporting.people.';

create function reporting.find_sign_ups(asked_phone text, asked_instagram text, asked_email text)
returns table (id bigint, match text)
language sql stable set search_path = pg_catalog, pg_temp
as $$
  with typed as materialized (
    select
      private.person_key(private.plain_phone(nullif(btrim(asked_phone), ''))) as person_key,
      lower(nullif(ltrim(btrim(asked_instagram), '@'), '')) as instagram,
      lower(nullif(btrim(asked_email), '')) as email,
      -- Seven digits are a number without its country and area.
      substring(regexp_replace(private.plain_phone(asked_phone), '[^0-9]', '', 'g') from '[0-9]{7}$') as last_digits,
      coalesce(
        substring(lower(asked_instagram) from 'instagram\.com/([\w.]+)'),
        substring(lower(asked_instagram) from '[\w.]+')
      ) as handle
  ),
  asked as materialized (
    select *, regexp_replace(last_digits, '', '%', 'g') as digits_in_order from typed
  ),
  exact as (
    select w.id, w.person_key, 'exact: phone' as match
    from asked
    join public.waitlist as w using (person_key)
    union all
    select w.id, w.person_key, 'exact: handle'
    from asked
    join public.waitlist as w on lower(ltrim(w.instagram, '@')) = asked.instagram
    union all
    select w.id, w.person_key, 'exact: email'
    from asked
    join public.waitlist as w on lower(w.email) = asked.email
  ),
  -- Every row is looked at. What is quick comes first and leaves little to what is not.
  alike as (
    select w.id, w.person_key, 'possible: last digits of the phone' as match
    from asked
    join public.waitlist as w
      on last_digits is not null
      -- Characters of more than one byte may be digits of another script.
      and (w.phone_number like digits_in_order or octet_length(w.phone_number) > char_length(w.phone_number))
      and strpos(regexp_replace(private.plain_phone(w.phone_number), '[^0-9]', '', 'g'), last_digits) > 0
    union all
    select w.id, w.person_key, 'possible: handle within'
    from asked
    join public.waitlist as w
      on handle is not null
      and strpos(lower(w.instagram), handle) > 0
      and handle = any (regexp_split_to_array(lower(w.instagram), '[^\w.]+|\.(?!\w)'))
    union all
    select w.id, w.person_key, 'possible: phone of an exact match'
    from (select distinct person_key from exact) as found
    join public.waitlist as w using (person_key)
  )
  select found.id, string_agg(distinct found.match, ', ')
  from (
    select exact.id, exact.match from exact
    union all
    select alike.id, alike.match from alike where alike.id not in (select exact.id from exact)
  ) as found
  group by found.id
$$;
comment on function reporting.find_sign_ups is
  'A person''s sign-ups, by phone, handle or email as people type them, blank or null for what is not known. Exact matches differ in case and punctuation at most; possible ones want a look.';

revoke all on schema reporting from public;
revoke all on all tables in schema reporting from public;
revoke all on all functions in schema reporting from public;
