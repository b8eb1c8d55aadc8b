-- What the team reads. Reports use `created_at`, because a visitor's clock may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

create index waitlist_person_key on public.waitlist (person_key, id);

-- For each field, an array has a person's different texts in their order of arrival. The report shows the first
-- one in a column, and up to twenty others in the next. It skips texts that the team has emptied.
create view reporting.people with (security_invoker = true) as
select
  names[1] as name, nullif(names[2:], '{}') as other_names,
  numbers[1] as phone_number, nullif(numbers[2:], '{}') as other_numbers,
  handles[1] as instagram, nullif(handles[2:], '{}') as other_handles,
  emails[1] as email, nullif(emails[2:], '{}') as other_emails,
  first_sign_up, last_sign_up, sign_ups, id
from (
  select
    array(select name from public.waitlist where person_key = p.person_key and name <> ''
      group by name order by min(id) limit 21) as names,
    array(select instagram from public.waitlist where person_key = p.person_key and instagram <> ''
      group by instagram order by min(id) limit 21) as handles,
    array(select email from public.waitlist where person_key = p.person_key and email <> ''
      group by email order by min(id) limit 21) as emails,
    array(select phone_number from public.waitlist where person_key = p.person_key
      group by phone_number order by min(id) limit 21) as numbers,
    min(created_at) as first_sign_up, max(created_at) as last_sign_up, count(*) as sign_ups, min(id) as id
  from public.waitlist as p
  group by person_key
) as people;
comment on view reporting.people is
  'One line per person: the first text of each field, and in other_… the next ones that differ, or null.';
