-- How many people are on the list, and how many sign-ups did they make?
select
  count(distinct person_key) as people,
  count(*) as sign_ups
from public.waitlist;
