-- Everyone's contacts, for mail and SMS services and for spreadsheets.
-- Texts that begin like a formula get an apostrophe in front, except phone numbers and handles
-- (https://owasp.org/www-community/attacks/CSV_Injection). It doesn't keep a spreadsheet from changing digits into a
-- number or a date: import every column as text.
with contacts as (
  -- A formula begins with one of the first characters, unless the text is a phone number or a handle. A phone number has
  -- only digits and + ( ) . /, blanks and dashes of any width, and maybe an extension. A handle is an @ and a word.
  select *,
    '(?i)^(?=[-=+@－＝＋＠\t\r])'
      '(?![-0-9+()./ \u00a0\u2000-\u200a\u202f\u2010-\u2015\u2212]*((ext|x)[. \u00a0]*\d+)?$)'
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
