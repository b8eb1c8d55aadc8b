-- What the team reads. Reports use `created_at`, because a visitor's clock may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Keep it out of the schemas that the Data API exposes.';

-- A line is the first sign-up with a phone number, as it was typed. Fields of several sign-ups are not mixed:
-- otherwise, a stranger who knows the number could add an email address to the line, and get the mail that is meant for
-- the person. Of these three rows with one number, the report has the first one, and all three in `versions`:
--
--   1 | Ada   | +1 555 010 0001 |      |
--   2 | Ada L | 1.555.0100001   | @ada | ada@example.com
--   3 | Eve   | 15550100001     |      | eve@example.com
--
--   Ada L, 1.555.0100001, @ada, ada@example.com | Ada, +1 555 010 0001, ,  | Eve, 15550100001, , eve@example.com
create view reporting.people with (security_invoker = true) as
with sign_up as (
  select
    id, created_at,
    -- A number with fewer than seven digits identifies nobody: each of its rows is a person of its own.
    case when length(phone_digits) < 7 then 'row ' || id else phone_digits end as person,
    -- A blank field leaves its place empty, so that the same text in another field is another version.
    concat(name, ', ', phone_number, ', ', instagram, ', ', email) as version
  from public.waitlist
),
line as (
  select
    min(id) as first_row_id, max(created_at) as last_sign_up, count(*) as sign_ups,
    -- Cut off, because a stranger can send many long texts with the number.
    case when count(distinct version) > 1 then left(string_agg(distinct version, ' | '), 5000) end as versions
  from sign_up
  group by person
)
select
  name, phone_number, instagram, email,
  versions, created_at as first_sign_up, last_sign_up, sign_ups, first_row_id
from line join public.waitlist on id = first_row_id;
comment on view reporting.people is
  'One line per phone number, or per row if it has fewer than seven digits. In versions: sign-ups that differ.';

-- Returns the letters and digits of a text, in lower case and without accents: zoeoneil for Zoë O'Neil. The form nfkd
-- makes each accent a character of its own, and the collation has the letters of every script. Only the first 200
-- characters count, because find-person compares each row, and a thousand accents take six milliseconds.
create function reporting.letters(text) returns text
language sql immutable parallel safe set search_path = pg_catalog
return regexp_replace(lower(normalize(left($1, 200), nfkd) collate pg_c_utf8), '[^[:alnum:]]', '', 'g');
revoke all on function reporting.letters from public;
