-- What the team reads. The API does not expose this schema, and its roles have no access.
--
-- Days and order go by `created_at`, the server's clock: a visitor's own may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

-- The order is the index's, which is read as it stands: sorting each person's rows would cost more
-- than all the rest.
create view reporting.people with (security_invoker = true) as
select
  (array_agg(name))[1] as name,
  (array_agg(phone_number))[1] as phone_number,
  (array_agg(instagram) filter (where instagram is not null))[1] as instagram,
  (array_agg(email) filter (where email is not null))[1] as email,
  min(created_at) as first_sign_up,
  max(created_at) as last_sign_up,
  count(*) as sign_ups,
  person_key
from (select * from public.waitlist order by person_key, created_at desc, id desc) as newest_first
group by person_key;

comment on view reporting.people is 'One line per person, by the digits of the phone number.';
comment on column reporting.people.name is 'The latest.';
comment on column reporting.people.phone_number is 'The latest way of typing it.';
comment on column reporting.people.instagram is 'The latest that was not left blank.';
comment on column reporting.people.email is 'The latest that was not left blank.';
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
