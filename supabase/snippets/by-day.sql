-- How many sign-ups came on each of the last days, in a chosen time zone?
with ask as (
  select
    30 as days,
    'Europe/London' as zone
),
days as (
  select zone, day::date
  from ask, generate_series(
    (now() at time zone zone)::date - (days - 1),
    (now() at time zone zone)::date,
    '1 day'
  ) as day
),
counted as (
  select
    day,
    zone,
    (
      select count(*)
      from public.waitlist
      where created_at >= day::timestamp at time zone zone
        and created_at < (day + 1)::timestamp at time zone zone
    ) as sign_ups
  from days
)
select
  to_char(day, 'YYYY-MM-DD Dy') as day,
  sign_ups,
  repeat('█', ceil(30.0 * sign_ups / greatest(max(sign_ups) over (), 1))::integer) as bar,
  zone
from counted
order by counted.day;
