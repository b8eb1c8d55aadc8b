-- How many sign-ups came on each of the last days, in a chosen time zone?
with input as (
  select
    30 as days,
    'Europe/London' as zone
)
select
  to_char(day, 'YYYY-MM-DD Dy') as day,
  count(id) as sign_ups,
  repeat('█', ceil(30.0 * count(id) / greatest(max(count(id)) over (), 1))::integer) as bar
from input
cross join generate_series(0, days - 1) as ago
cross join lateral (select (now() at time zone zone)::date - ago as day) as shown
left join public.waitlist on (created_at at time zone zone)::date = day
group by shown.day
order by shown.day;
