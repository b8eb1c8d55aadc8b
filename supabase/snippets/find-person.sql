-- Is this person on the list? Phone, handle or email, typed in any way; null for what you do not know.
with params as (
  select
    '+1 (555) 010-0001' as phone_number,
    '@ada' as instagram,
    'ada@example.com' as email
),
found as (
  select w.* from params join public.waitlist as w on w.person_key = private.person_key(params.phone_number)
  union
  select w.* from params join public.waitlist as w
    on lower(ltrim(w.instagram, '@')) = lower(ltrim(btrim(params.instagram), '@'))
  union
  select w.* from params join public.waitlist as w on lower(w.email) = lower(btrim(params.email))
)
select id, name, phone_number, instagram, email, created_at
from found
order by created_at desc, id desc;
