-- How many sign-ups came on each day of the last 30, in a chosen time zone?
with params as (
  select
    'Europe/London' as time_zone,
    30 as days
),
days as (
  select params.time_zone, day::date
  from params, generate_series(
    (now() at time zone params.time_zone)::date - (params.days - 1),
    (now() at time zone params.time_zone)::date,
    '1 day'
  ) as day
)
select
  days.day,
  (
    select count(*)
    from public.waitlist
    where created_at >= days.day::timestamp at time zone days.time_zone
      and created_at < (days.day + 1)::timestamp at time zone days.time_zone
  ) as sign_ups
from days
order by days.day;
