-- Which sign-ups look fake: bursts, one name with many phones, disposable email addresses?
with params as (
  select
    7 as days,
    60 as burst_per_minute,
    5 as phones_per_name,
    array[
      '10minutemail.com', 'dispostable.com', 'fakeinbox.com', 'getnada.com', 'guerrillamail.com',
      'mailinator.com', 'maildrop.cc', 'sharklasers.com', 'temp-mail.org', 'tempmail.com',
      'throwawaymail.com', 'trashmail.com', 'yopmail.com'
    ] as disposable
),
recent as materialized (
  select w.*
  from params, public.waitlist as w
  where w.created_at >= now() - params.days * interval '1 day'
),
bursts as (
  select
    'burst' as reason,
    to_char(date_trunc('minute', created_at) at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"') as what,
    count(*) as sign_ups
  from recent
  group by date_trunc('minute', created_at)
  having count(*) >= (select burst_per_minute from params)
),
names as (
  select 'one name, many phones' as reason, min(name) as what, count(*) as sign_ups
  from recent
  group by lower(name)
  having count(distinct person_key) >= (select phones_per_name from params)
),
emails as (
  select 'disposable email' as reason, split_part(lower(email), '@', 2) as what, count(*) as sign_ups
  from recent
  where split_part(lower(email), '@', 2) = any (select unnest(disposable) from params)
  group by 2
)
select * from bursts
union all
select * from names
union all
select * from emails
order by sign_ups desc, reason, what;
