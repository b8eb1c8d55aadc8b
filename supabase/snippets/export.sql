-- Everyone's contacts for a spreadsheet: apostrophes keep it from taking them for formulas or numbers.
select
  regexp_replace(replace(name, ';', ';'''), unsafe, '''') as name,
  regexp_replace(replace(phone_number, ';', ';'''), unsafe, '''') as phone_number,
  regexp_replace(replace(instagram, ';', ';'''), unsafe, '''') as instagram,
  regexp_replace(replace(email, ';', ';'''), unsafe, '''') as email,
  contradicts,
  regexp_replace(replace(latest_name, ';', ';'''), unsafe, '''') as latest_name,
  regexp_replace(replace(latest_instagram, ';', ';'''), unsafe, '''') as latest_instagram,
  regexp_replace(replace(latest_email, ';', ';'''), unsafe, '''') as latest_email,
  first_sign_up, last_sign_up, sign_ups, id
from
  reporting.people,
  -- Before what a spreadsheet takes for a formula: = + - @ and their full-width and small forms,
  -- behind quotes, blank or invisible characters too. And before what it takes for a number or a
  -- day, 07700900123, (123), $5, 5 May: the first would lose its zero. Where ; separates the cells, what follows it in a text
  -- becomes a cell of its own.
  (values (
    '(?i)^(?=["\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff]*'
    '[=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\t\n\r\x0b\f-]'
    '|[($£€¥.]*[0-9\uff10-\uff19][0-9\uff10-\uff19 .,:/e-]*[)%$£€¥]*$'
    '|(?=.*[0-9])[0-9 .,/-]*(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?'
    '|oct(ober)?|nov(ember)?|dec(ember)?)[0-9 .,/-]*$)'
  )) as cell (unsafe)
order by id;
