-- Someone asks to be removed: which rows are theirs? Look first, then list their ids in `remove` and run again.
with input as (
  select
    '' as phone, -- for example '+44 7700 900123'
    '' as instagram, -- for example '@ada'
    '' as email, -- for example 'ada@example.com'
    '' as remove -- for example '15, 27'
),
found as (
  select found.*
  from input, reporting.find_sign_ups(input.phone, input.instagram, input.email) as found
),
removed as (
  delete from public.waitlist
  where id in (select found.id from found)
    and id in (select id::bigint from input, regexp_split_to_table(input.remove, '[,\s]+') as id where id <> '')
  returning id
)
select
  case
    when found.id is not null then found.match
    when concat(input.phone, input.instagram, input.email) = '' then 'Enter a phone number, a handle, or an email address.'
    else 'nobody'
  end as match,
  removed.id is not null as removed,
  w.id, w.name, w.phone_number, w.instagram, w.email, w.preferred, w.created_at
from input
left join found on true
left join public.waitlist as w on w.id = found.id
left join removed on removed.id = found.id
order by found.match, w.created_at desc, w.id desc;
