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
bursts as (
  select date_trunc('minute', created_at) as minute, count(*) as sign_ups
  from ask, public.waitlist
  where created_at >= now() - days * interval '1 day'
  group by minute
),
-- Many people share a first name. A script's name fills ten minutes: at least a tenth of all
-- sign-ups in them, each with another phone.
names as (
  select lower(name) as name, count(*) as sign_ups, count(distinct person_key) as phones
  from ask, public.waitlist
  group by lower(name)
),
select 1;
