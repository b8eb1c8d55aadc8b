-- What the team reads. The API does not expose this schema, and its roles have no access.
--
-- Days and order go by `created_at`, the server's clock: a visitor's own may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

-- Keeps one value and not all of them, as array_agg would: one phone number may have many sign-ups.
create function private.keep(kept text, next text) returns text
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp
as $$
begin
  return kept;
end;
$$;
comment on function private.keep is 'Of two, the first.';

create aggregate private.first (text) (sfunc = private.keep, stype = text, parallel = safe);
comment on aggregate private.first (text) is 'The first that is not null, in the order that is asked for.';

revoke all on all functions in schema private from public;

-- Grouped and ordered as the index waitlist_person is, so that nothing is sorted.
create view reporting.people with (security_invoker = true) as
select
  name,
  phone_number,
  instagram,
  email,
  case when instagrams_differ then (
    select string_agg(other, ', ' order by first_id)
      filter (where lower(ltrim(other, '@')) <> lower(ltrim(person.instagram, '@')))
    from (
      select instagram as other, min(id) as first_id
      from public.waitlist
      where person_key = person.person_key and instagram <> person.instagram
      group by other
      order by first_id
      limit 10
    ) as others
  ) end as other_instagrams,
  case when emails_differ then (
    select string_agg(other, ', ' order by first_id)
      filter (where lower(other) <> lower(person.email))
    from (
      select email as other, min(id) as first_id
      from public.waitlist
      where person_key = person.person_key and email <> person.email
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
    private.first(name order by created_at desc, id desc) as name,
    private.first(phone_number order by created_at desc, id desc) as phone_number,
    private.first(instagram order by created_at desc, id desc) as instagram,
    private.first(email order by created_at desc, id desc) as email,
    min(instagram) <> max(instagram) as instagrams_differ,
    min(email) <> max(email) as emails_differ,
    min(created_at) as first_sign_up,
    max(created_at) as last_sign_up,
    count(*) as sign_ups,
    person_key
  from public.waitlist
  group by person_key
) as person;

comment on view reporting.people is 'One line per person, by the digits of the phone number.';
comment on column reporting.people.name is 'The latest.';
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
group by 1;

comment on view reporting.signups_by_day is 'Sign-ups per day, UTC. Days without any are left out; the snippet shows them.';
comment on column reporting.signups_by_day.day is 'The day, UTC.';
comment on column reporting.signups_by_day.sign_ups is 'Sign-ups on that day.';

create view reporting.contacts_export with (security_invoker = true) as
select
  case when name ~ formula then '''' || name else name end as name,
  case when phone_number ~ formula then '''' || phone_number else phone_number end as phone_number,
  case when instagram ~ formula then '''' || instagram else instagram end as instagram,
  case when email ~ formula then '''' || email else email end as email,
  first_sign_up,
  last_sign_up,
  sign_ups
from
  reporting.people,
  -- An apostrophe goes before what a spreadsheet takes for a formula: = + - @ and their full-width
  -- and small forms, with or without blank or invisible characters in front, and control characters.
  (values (
    '^[ \u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff]*'
    '[=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\t\n\r\x0b\f-]'
  )) as spreadsheet (formula);

comment on view reporting.contacts_export is 'The people, safe to open in a spreadsheet.';
comment on column reporting.contacts_export.name is 'See reporting.people.';
comment on column reporting.contacts_export.phone_number is 'See reporting.people. A leading + comes with an apostrophe before it.';
comment on column reporting.contacts_export.instagram is 'See reporting.people. A leading @ comes with an apostrophe before it.';
comment on column reporting.contacts_export.email is 'See reporting.people.';
comment on column reporting.contacts_export.first_sign_up is 'See reporting.people.';
comment on column reporting.contacts_export.last_sign_up is 'See reporting.people.';
comment on column reporting.contacts_export.sign_ups is 'See reporting.people.';

revoke all on schema reporting from public;
revoke all on all tables in schema reporting from public;
