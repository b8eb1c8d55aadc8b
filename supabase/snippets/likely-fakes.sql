-- Which sign-ups look fake: bursts, one name with many phones at once, disposable email addresses?
with ask as (
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
recent as materialized (
  select
    name,
    person_key,
    created_at,
    rtrim(split_part(lower(email), '@', 2), '.') as host
  from ask, public.waitlist
  where created_at >= now() - days * interval '1 day'
),
bursts as (
  select
    'burst' as reason,
    to_char(date_trunc('minute', created_at) at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"') as what,
    count(*) as sign_ups
  from recent
  group by date_trunc('minute', created_at)
  having count(*) >= (select burst_per_minute from ask)
),
-- Many people share a first name. A script's name fills ten minutes: at least a tenth of all
-- sign-ups in them, each with another phone.
ten_minutes as (
  select date_bin('10 minutes', created_at, 'epoch') as start, count(*) as sign_ups
  from recent
  group by 1
),
repeated as (
  select date_bin('10 minutes', created_at, 'epoch') as start, lower(name) as name, count(*) as sign_ups
  from recent
  group by 1, 2
  having count(*) >= (select phones_per_name from ask)
),
names as (
  select 'one name, many phones' as reason, name as what, sum(repeated.sign_ups) as sign_ups
  from repeated
  join ten_minutes using (start)
  where repeated.sign_ups >= ten_minutes.sign_ups / 10.0
    and (
      select count(distinct person_key)
      from recent
      where created_at >= start and created_at < start + interval '10 minutes' and lower(recent.name) = repeated.name
    ) >= (select phones_per_name from ask)
  group by name
),
-- An address below a disposable domain is as disposable.
emails as (
  select 'disposable email' as reason, domain as what, count(*) as sign_ups
  from recent
  join disposable
    on domain = concat_ws('.', split_part(recent.host, '.', -2), split_part(recent.host, '.', -1))
  group by domain
)
select * from bursts
union all
select * from names
union all
select * from emails
order by sign_ups desc, reason, what;
