-- Who signed up last? The rows of a flood share a few sender groups.
select id, name, phone_number, instagram, email, sender_group, created_at
from public.waitlist
order by id desc
limit 20;
