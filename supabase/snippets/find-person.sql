-- Is this person on the list? Phone, handle or email, typed in any way; blank for what you do not know.
with ask as (
  select
    '' as phone, -- for example '+44 7700 900123'
    '' as instagram, -- for example '@ada'
    '' as email -- for example 'ada@example.com'
)
select
  case
    when found.id is not null then found.match
    when concat(ask.phone, ask.instagram, ask.email) = '' then 'Whom? Give a phone number, a handle or an email.'
    else 'nobody'
  end as match,
  w.id, w.name, w.phone_number, w.instagram, w.email, w.preferred, w.created_at
from ask
left join reporting.find_sign_ups(ask.phone, ask.instagram, ask.email) as found on true
left join public.waitlist as w on w.id = found.id
order by found.match, w.created_at desc, w.id desc;
