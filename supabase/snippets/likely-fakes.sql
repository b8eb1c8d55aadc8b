-- Which sign-ups look fake: bursts, one name with many phones at once, disposable email addresses?
with input as (
  select
    7 as days,
    60 as burst_per_minute,
    10 as phones_per_name
),
disposable (domain) as (
  values
    ('10minutemail.com'), ('dispostable.com'), ('fakeinbox.com'), ('getnada.com'), ('guerrillamail.com'),
    ('mailinator.com'), ('maildrop.cc'), ('sharklasers.com'), ('temp-mail.org'), ('tempmail.com'),
    ('throwawaymail.com'), ('trashmail.com'), ('yopmail.com')
),
since as materialized (
  select now() - days * interval '1 day' as start from input
),
minutes as materialized (
  select date_bin('1 minute', created_at, 'epoch') as minute, count(*) as sign_ups
  from public.waitlist
  where created_at >= (select start from since)
  group by minute
),
-- Many people share a first name. A script's name fills ten minutes: at least a tenth of all
-- sign-ups in them, each with another phone.
repeated as (
  select date_bin('10 minutes', created_at, 'epoch') as start, lower(name) as name, count(*) as sign_ups
  from public.waitlist
  where created_at >= (select start from since)
  group by 1, 2
  having count(*) >= (select phones_per_name from input)
),
names as (
  select name, sum(sign_ups) as sign_ups
  from repeated
  where sign_ups >= 0.1 * (
      select sum(minutes.sign_ups) from minutes
      where minute >= start and minute < start + interval '10 minutes'
    )
    and (select phones_per_name from input) <= (
      select count(distinct person_key) from public.waitlist as w
      where created_at >= start and created_at < start + interval '10 minutes' and lower(w.name) = repeated.name
    )
  group by name
),
-- An address below a disposable domain is as disposable.
emails as (
  select domain, count(*) as sign_ups
  from public.waitlist
  join disposable on domain = substring(lower(email) from '([^@.]+\.[^@.]+)\.?$')
  where created_at >= (select start from since)
  group by domain
)
select 'burst' as reason, to_char(minute at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"') as what, sign_ups
from minutes
where sign_ups >= (select burst_per_minute from input)
union all
select 'one name, many phones', name, sign_ups from names
union all
select 'disposable email', domain, sign_ups from emails
order by sign_ups desc, reason, what;
