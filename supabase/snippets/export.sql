-- Everyone's contacts for a spreadsheet: apostrophes keep it from taking them for formulas, numbers, or dates.
select
  regexp_replace(name, unsafe, '''', 'gi') as name,
  regexp_replace(phone_number, unsafe, '''', 'gi') as phone_number,
  regexp_replace(instagram, unsafe, '''', 'gi') as instagram,
  regexp_replace(email, unsafe, '''', 'gi') as email,
  -- A cell holds 32,767 characters, and an emoji counts as two: 750 of each text are shown.
  regexp_replace((select string_agg(left(other, 750), ' | ') from unnest(other_names) as other), unsafe, '''', 'gi')
    as other_names,
  regexp_replace((select string_agg(left(other, 750), ' | ') from unnest(other_numbers) as other), unsafe, '''', 'gi')
    as other_numbers,
  regexp_replace((select string_agg(left(other, 750), ' | ') from unnest(other_handles) as other), unsafe, '''', 'gi')
    as other_handles,
  regexp_replace((select string_agg(left(other, 750), ' | ') from unnest(other_emails) as other), unsafe, '''', 'gi')
    as other_emails,
  first_sign_up, last_sign_up, sign_ups, id
from
  reporting.people,
  -- Before each text but one that begins with a letter, and then has an @, or only letters, blanks, and punctuation,
  -- except true and false. And after ;, where it may begin a new cell.
  (values (
    '^(?!(?!(true|false)\s*$)[[:alpha:]](.*@|[[:alpha:][:space:][:punct:]]*$))|(?<=;)(?!;)'
    -- With other collations, letters include the digits of some scripts.
    collate pg_c_utf8
  )) as cell (unsafe)
order by id;
