-- What the team reads. Reports use `created_at`, because a visitor's clock may be years off.

create schema reporting;
comment on schema reporting is 'Reports for the team. Not exposed by the API, closed to its roles.';

-- A line is the first sign-up with a phone number, as it was typed. Fields of several sign-ups are not mixed:
-- otherwise, a stranger who knows the number could add an email address to the line, and get the mail that is meant for
-- the person.
create view reporting.people with (security_invoker = true) as
select
  (first).name, (first).phone_number, (first).instagram, (first).email,
  versions, (first).created_at as first_sign_up, last_sign_up, sign_ups, (first).id as first_row_id
from (
  select
    -- The earliest row, with all its columns.
    (array_agg(sign_up order by id))[1] as first,
    case when count(distinct version) > 1 then string_agg(distinct version, ' | ') end as versions,
    max(created_at) as last_sign_up, count(*) as sign_ups
  -- A blank field leaves its place empty, so that the same text in another field is another version.
  from public.waitlist as sign_up, concat(name, ', ', phone_number, ', ', instagram, ', ', email) as version
  -- Fewer than seven digits, such as 0 or none, are nobody's number: each of these rows is a person of its own.
  group by case when length(phone_digits) < 7 then 'row ' || id else phone_digits end
) as person;
comment on view reporting.people is
  'One line per phone number: its first sign-up, and in versions all of them, if they differ.';

-- Returns the letters and digits of a text, in lower case and without accents: zoeoneil for Zoë O'Neil. The form nfkd
-- makes each accent a character of its own, and the collation knows the letters of every script. Only the first 200
-- characters count, because a text of a thousand accents would take six milliseconds.
create function reporting.letters(text) returns text
language sql immutable parallel safe set search_path = pg_catalog
return regexp_replace(lower(normalize(left($1, 200), nfkd) collate pg_c_utf8), '[^[:alnum:]]', '', 'g');
revoke all on function reporting.letters from public;
