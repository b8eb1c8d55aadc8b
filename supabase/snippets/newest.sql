-- Who signed up last?
with input as (
  select
    20 as rows
)
select name, phone_number, instagram, email, created_at
from public.waitlist
order by id desc
limit (select rows from input);
