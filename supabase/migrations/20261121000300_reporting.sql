-- What the team reads. Reports use `created_at`, because a visitor's clock may be years off.

set local lock_timeout = '5s';

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

-- One number can have thousands of long sign-ups. An array of their texts would take much memory: the
-- aggregates keep IDs, by which each text is looked up, and `count(distinct …)` sorts on the disk.
create view reporting.people with (security_invoker = true) as
select
  first.name, first.phone_number, handle.instagram, contact.email, contradicts,
  (select name from public.waitlist as w
    where person_key = person.person_key and lower(w.name) <> lower(first.name)
    order by id desc limit 1) as latest_name,
  (select instagram from public.waitlist as w
    where person_key = person.person_key and lower(ltrim(w.instagram, '@')) <> lower(ltrim(handle.instagram, '@'))
    order by id desc limit 1) as latest_instagram,
  (select email from public.waitlist as w
    where person_key = person.person_key and lower(w.email) <> lower(contact.email)
    order by id desc limit 1) as latest_email,
  first_sign_up, last_sign_up, sign_ups, person.id
from (
  select
    person_key, count(*) as sign_ups, min(created_at) as first_sign_up, max(created_at) as last_sign_up,
    count(distinct (lower(name), lower(ltrim(instagram, '@')), lower(email))) > 1 as contradicts,
    min(id) as id,
    min(id) filter (where instagram is not null) as instagram_id,
    min(id) filter (where email is not null) as email_id
  from public.waitlist
  group by person_key
) as person
join public.waitlist as first on first.id = person.id
left join public.waitlist as handle on handle.id = instagram_id
left join public.waitlist as contact on contact.id = email_id;
comment on view reporting.people is 'One line per phone number, with its first values that are not blank.';
comment on column reporting.people.contradicts is
  'Whether the number''s sign-ups differ, also in blanks. `latest_…` has the latest values that differ.';
