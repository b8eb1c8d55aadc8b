-- Who signed up last, and how many rows has each one's sender group added in the last hour?
-- The rows of a flood share a few groups.
select *, (
    select count(*)
    from public.waitlist
    where sender_group = newest.sender_group and created_at > now() - interval '1 hour'
  ) as group_rows_in_last_hour
from public.waitlist as newest
order by id desc
limit 20;
