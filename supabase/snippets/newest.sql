-- Who signed up last? The rows of a flood share a few sender groups.
select *
from public.waitlist
order by id desc
limit 20;
