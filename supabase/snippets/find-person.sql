-- Is this person on the list? Fill in what you know: the rows that match, and others with the same phone number.
with input as (
  select
    '' as phone, -- for example '+44 7700 900123'
    '' as instagram, -- for example '@ada'
    '' as email -- for example 'ada@example.com'
),
typed as (
  select
    -- The last seven digits: a number without its country and area.
    substring(regexp_replace(private.plain(phone), '\D', '', 'g') from '.{1,7}$') as digits,
    lower(substring(instagram from '([\w.]+)/?(\?.*)?\s*$')) as handle,
    lower(nullif(btrim(email), '')) as email
  from input
),
found as (
  select id, person_key, concat_ws(', ',
    case when strpos(regexp_replace(private.plain(phone_number), '\D', '', 'g'), digits) > 0 then 'phone' end,
    case when strpos(lower(w.instagram), handle) > 0 then 'handle' end,
    case when lower(w.email) = typed.email then 'email' end
  ) as match
  from public.waitlist as w, typed
)
select
  coalesce(nullif(found.match, ''), 'same number') as match,
  w.id, w.name, w.phone_number, w.instagram, w.email, w.created_at
from found
join public.waitlist as w using (id)
where found.person_key in (select person_key from found where match <> '')
order by found.person_key, w.id;
