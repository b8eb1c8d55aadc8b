-- Someone asks to be removed: which rows are theirs? Look first, then set `remove` to true and run again.
with params as (
  select
    '+1 (555) 010-0001' as phone_number,
    '@ada' as instagram,
    'ada@example.com' as email,
    false as remove
),
found as (
  select w.id from params join public.waitlist as w on w.person_key = private.person_key(params.phone_number)
  union
  select w.id from params join public.waitlist as w
    on lower(ltrim(w.instagram, '@')) = lower(ltrim(btrim(params.instagram), '@'))
  union
  select w.id from params join public.waitlist as w on lower(w.email) = lower(btrim(params.email))
),
removed as (
  delete from public.waitlist
  where id in (select id from found) and (select remove from params)
  returning id
)
select
  w.id,
  w.name,
  w.phone_number,
  w.instagram,
  w.email,
  w.created_at,
  removed.id is not null as removed
from found
join public.waitlist as w using (id)
left join removed using (id)
order by w.id;
