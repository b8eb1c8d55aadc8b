-- Is this person on the list? Phone, handle or email, typed in any way; blank for what you do not know.
with input as (
  select
    '' as phone, -- for example '+44 7700 900123'
    '' as instagram, -- for example '@ada'
    '' as email -- for example 'ada@example.com'
)
select
  case
    when found.id is not null then found.match
    when concat(input.phone, input.instagram, input.email) = '' then 'Enter a phone number, a handle, or an email address.'
    else 'nobody'
  end as match,
  w.id, w.name, w.phone_number, w.instagram, w.email, w.preferred, w.created_at
from input
left join reporting.find_sign_ups(input.phone, input.instagram, input.email) as found on true
left join public.waitlist as w on w.id = found.id
order by found.match, w.created_at desc, w.id desc;
