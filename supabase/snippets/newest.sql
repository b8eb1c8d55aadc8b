-- Who signed up last? The rows of a flood share a few senders.
with input as (
  select
    20 as rows
)
select id, name, phone_number, instagram, email, sender_group, created_at
from public.waitlist
order by id desc
limit (select rows from input);
