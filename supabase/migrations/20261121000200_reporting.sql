-- What the team reads. Reports use `created_at`, because a visitor's clock may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

-- Aggregates IDs and then looks up the texts, because one number can have thousands of long sign-ups.
create view reporting.people with (security_invoker = true) as
select
  first.name,
  first.phone_number,
  (select instagram from public.waitlist where id = person.instagram_id) as instagram,
  (select email from public.waitlist where id = person.email_id) as email,
  has_blanks or num_nonnulls(other.name_id, other.instagram_id, other.email_id) > 0 as contradicts,
  (select name from public.waitlist where id = other.name_id) as latest_name,
  (select instagram from public.waitlist where id = other.instagram_id) as latest_instagram,
  (select email from public.waitlist where id = other.email_id) as latest_email,
  first_sign_up, last_sign_up, sign_ups, id
from (
  select
    person_key, count(*) as sign_ups,
    min(created_at) as first_sign_up, max(created_at) as last_sign_up,
    count(instagram) not in (0, count(*)) or count(email) not in (0, count(*)) as has_blanks,
    min(id) as id,
    min(id) filter (where instagram is not null) as instagram_id,
    min(id) filter (where email is not null) as email_id
  from public.waitlist
  group by person_key
) as person
join public.waitlist as first using (id)
cross join lateral (
  select
    max(w.id) filter (where lower(w.name) <> lower(first.name)) as name_id,
    max(w.id) filter (where lower(ltrim(w.instagram, '@')) <> lower(ltrim(i.instagram, '@'))) as instagram_id,
    max(w.id) filter (where lower(w.email) <> lower(e.email)) as email_id
  from public.waitlist as w
  left join public.waitlist as i on i.id = person.instagram_id
  left join public.waitlist as e on e.id = person.email_id
  where w.person_key = person.person_key and sign_ups > 1
) as other;
comment on view reporting.people is
  'One line per phone number, with its first name, handle, and email that are not blank.';
comment on column reporting.people.contradicts is
  'Whether the number''s sign-ups differ, also in what they leave blank. `latest_…` has the latest values that differ.';

revoke all on schema reporting from public;
revoke all on all tables in schema reporting from public;
