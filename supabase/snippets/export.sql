-- Everyone's contacts for a spreadsheet: apostrophes keep it from taking them for formulas or numbers.
select
  regexp_replace(name, unsafe, '''', 'gi') as name,
  regexp_replace(phone_number, unsafe, '''', 'gi') as phone_number,
  regexp_replace(instagram, unsafe, '''', 'gi') as instagram,
  regexp_replace(email, unsafe, '''', 'gi') as email,
  contradicts,
  regexp_replace(latest_name, unsafe, '''', 'gi') as latest_name,
  regexp_replace(latest_instagram, unsafe, '''', 'gi') as latest_instagram,
  regexp_replace(latest_email, unsafe, '''', 'gi') as latest_email,
  first_sign_up, last_sign_up, sign_ups, id
from
  reporting.people,
  -- Before a text that begins with anything but a letter, such as =, +, -, @, a quote, or a digit; before
  -- one that a spreadsheet takes for a day, such as dec25; and after ;, where it may begin a new cell.
  (values (
    '^(?=[^[:alpha:]]|(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|'
    'oct(ober)?|nov(ember)?|dec(ember)?)[ .,/-]*[0-9][0-9 .,:/-]*$)|(?<=;)'
  )) as cell (unsafe)
order by id;
