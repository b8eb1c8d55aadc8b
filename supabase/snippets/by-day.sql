-- How many sign-ups came on each of the last days, in a chosen time zone?
with input as (
  select
    30 as days,
    'Europe/London' as zone
),
counted as (
  select day::date, zone, (
    select count(*)
    from public.waitlist
    where created_at >= day at time zone zone and created_at < (day + interval '1 day') at time zone zone
  ) as sign_ups
  from input, lateral (select date_trunc('day', now() at time zone zone) as today) as local,
    generate_series(today - (days - 1) * interval '1 day', today, '1 day') as day
)
select
  to_char(day, 'YYYY-MM-DD Dy') as day,
  sign_ups,
  repeat('█', ceil(30.0 * sign_ups / greatest(max(sign_ups) over (), 1))::integer) as bar,
  zone
from counted
order by counted.day;
