-- Which fields do people leave blank?
select
  count(*) as sign_ups,
  count(*) - count(instagram) as without_instagram,
  count(*) - count(email) as without_email,
  count(*) filter (where instagram is null and email is null) as with_phone_only
from public.waitlist;
