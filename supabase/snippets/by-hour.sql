-- How many sign-ups came in each of the last 48 hours, in a chosen time zone?
with params as (
  select
    'Europe/London' as time_zone,
    48 as hours
),
hours as (
  select params.time_zone, hour
  from params, generate_series(
    date_trunc('hour', now()) - (params.hours - 1) * interval '1 hour',
    date_trunc('hour', now()),
    '1 hour'
  ) as hour
)
select
  to_char(hours.hour at time zone hours.time_zone, 'YYYY-MM-DD HH24:00') as hour,
  (
    select count(*)
    from public.waitlist
    where created_at >= hours.hour
      and created_at < hours.hour + interval '1 hour'
  ) as sign_ups
from hours
order by hours.hour;
