-- How many people are on the list, and how many sign-ups did they make?
select
  (select count(*) from reporting.people) as people,
  (select count(*) from public.waitlist) as sign_ups;
