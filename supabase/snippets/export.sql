-- Everyone's contacts for a spreadsheet: apostrophes keep it from taking them for formulas, numbers, or dates.
with cells as (
  -- A cell holds 32,767 characters, and an emoji counts as two: 750 of each other text are shown.
  select *,
    (select string_agg(left(other, 750), ' | ') from unnest(other_names) as other) as more_names,
    (select string_agg(left(other, 750), ' | ') from unnest(other_numbers) as other) as more_numbers,
    (select string_agg(left(other, 750), ' | ') from unnest(other_handles) as other) as more_handles,
    (select string_agg(left(other, 750), ' | ') from unnest(other_emails) as other) as more_emails
  from reporting.people
),
mark as (
  select
    -- Before each text but an address that begins as no formula does, and one that begins with a letter, and then has
    -- an @, or only letters, blanks, and punctuation, except true and false. And after ;, where a cell may begin.
    '^(?!$|[^-=+@－＝＋＠\s;\u200b-\u200f\u2060-\u206f\ufeff][^\s;]*@'
    '|(?!(true|false)\s*$)[[:alpha:]](.*@|[[:alpha:][:space:][:punct:]]*$))|(?<=;)(?!;)'
    -- With other collations, letters include the digits of some scripts.
    collate pg_c_utf8 as place
)
select
  -- The dashboard would write null as a word.
  coalesce(regexp_replace(name, place, '''', 'gi'), '') as name,
  coalesce(regexp_replace(phone_number, place, '''', 'gi'), '') as phone_number,
  coalesce(regexp_replace(instagram, place, '''', 'gi'), '') as instagram,
  coalesce(regexp_replace(email, place, '''', 'gi'), '') as email,
  coalesce(regexp_replace(more_names, place, '''', 'gi'), '') as other_names,
  coalesce(regexp_replace(more_numbers, place, '''', 'gi'), '') as other_numbers,
  coalesce(regexp_replace(more_handles, place, '''', 'gi'), '') as other_handles,
  coalesce(regexp_replace(more_emails, place, '''', 'gi'), '') as other_emails,
  first_sign_up, last_sign_up, sign_ups, id
from cells, mark
order by id;
