-- What the team reads. Reports use `created_at`, because a visitor's clock may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

create view reporting.people with (security_invoker = true) as
select
  (array_agg(name order by id) filter (where name <> ''))[1] as name,
  (array_agg(phone_number order by id) filter (where phone_number <> ''))[1] as phone_number,
  (array_agg(instagram order by id) filter (where instagram <> ''))[1] as instagram,
  (array_agg(email order by id) filter (where email <> ''))[1] as email,
  case when count(distinct version) > 1 then string_agg(distinct version, ' | ') end as versions,
  min(created_at) as first_sign_up, max(created_at) as last_sign_up, count(*) as sign_ups, min(id) as first_row_id
from public.waitlist, concat_ws(', ', name, phone_number, instagram, email) as version
-- Fewer than seven digits, such as 0 or none, are nobody's number: each of these rows is a person of its own.
group by case when length(phone_digits) < 7 then 'row ' || id else phone_digits end;
comment on view reporting.people is
  'One line per phone number: the first value of each field that is not blank, and in versions all sign-ups, if they differ.';
