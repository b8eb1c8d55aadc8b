-- How many sign-ups came on each of the last days, in a chosen time zone?
with input as (
  select
    30 as days,
    'Europe/London' as zone
),
counted as (
  select (created_at at time zone zone)::date as day, count(*) as sign_ups
  from public.waitlist, input
  group by day
),
shown as (
  select (now() at time zone zone)::date - ago as day, zone
  from input, generate_series(0, days - 1) as ago
)
select
  to_char(day, 'YYYY-MM-DD Dy') as day,
  coalesce(sign_ups, 0) as sign_ups,
  coalesce(repeat('█', ceil(30.0 * sign_ups / max(sign_ups) over ())::integer), '') as bar,
  zone
from shown
left join counted using (day)
order by shown.day;
