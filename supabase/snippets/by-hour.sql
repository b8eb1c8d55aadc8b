-- How many sign-ups came in each of the last hours, in a chosen time zone?
with input as (
  select
    48 as hours,
    'Europe/London' as zone
),
counted as (
  select hour, zone, (
    select count(*)
    from public.waitlist
    where created_at >= hour and created_at < hour + interval '1 hour'
  ) as sign_ups
  from input, generate_series(
    -- The zone's own full hour: some are half an hour off.
    date_trunc('hour', now(), zone) - (hours - 1) * interval '1 hour',
    now(),
    '1 hour'
  ) as hour
)
select
  to_char(hour at time zone zone, 'YYYY-MM-DD HH24:MI') as hour,
  sign_ups,
  repeat('█', ceil(30.0 * sign_ups / greatest(max(sign_ups) over (), 1))::integer) as bar,
  zone
from counted
order by counted.hour;
