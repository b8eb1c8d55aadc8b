-- Everyone's contacts, for mail and SMS services and for spreadsheets.
-- Texts that begin like a formula get an apostrophe in front, except phone numbers and handles
-- (https://owasp.org/www-community/attacks/CSV_Injection). It doesn't keep a spreadsheet from changing digits into a
-- number or a date: import every column as text.
with contacts as (
  select *,
    -- A pattern that matches at the start of a text if three conditions are true.
    -- 1. The text begins like a formula:
    '(?i)^(?=[-=+@－＝＋＠\t\r])'
    -- 2. It is not a phone number: digits, + ( ) . /, blanks and dashes of any width, and maybe an extension.
    '(?![-0-9+()./ \u00a0\u2000-\u200a\u202f\u2010-\u2015\u2212]*((ext|x)[. \u00a0]*\d+)?$)'
    -- 3. It is not a handle: an @ and a word.
    '(?!@[\w.]+$)' as formula
  from reporting.people
)
select
  -- The dashboard would write null as a word.
  coalesce(regexp_replace(name, formula, ''''), '') as name,
  coalesce(regexp_replace(phone_number, formula, ''''), '') as phone_number,
  coalesce(regexp_replace(instagram, formula, ''''), '') as instagram,
  coalesce(regexp_replace(email, formula, ''''), '') as email,
  coalesce(regexp_replace(versions, formula, ''''), '') as versions,
  first_sign_up, last_sign_up, sign_ups, first_row_id
from contacts
order by first_row_id;
