-- How many people and sign-ups came on each of the last days, in a chosen time zone?
-- A person counts on the day of the first sign-up. With as many days as the list is old, the sums are the numbers of
-- people-count. The bar shows the people: the longest one is the best day.
with input as (
  select
    30 as days,
    'Europe/London' as zone
)
select
  to_char(day, 'YYYY-MM-DD Dy') as day,
  count(first_row_id) as people,
  count(id) as sign_ups,
  repeat('█', (40 * count(first_row_id) / greatest(max(count(first_row_id)) over (), 1))::integer) as bar
from input
cross join generate_series(0, days - 1) as ago
cross join lateral (select (now() at time zone zone)::date - ago as day) as shown
left join public.waitlist on (created_at at time zone zone)::date = day
left join reporting.people on first_row_id = id
group by shown.day
order by shown.day;
