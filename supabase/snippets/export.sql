-- Everyone's contacts for a spreadsheet: apostrophes keep it from taking them for formulas or numbers.
select
  repeat('''', (name ~ any (unsafe))::integer) || replace(name, ';', ';''') as name,
  repeat('''', (phone_number ~ any (unsafe))::integer) || replace(phone_number, ';', ';''') as phone_number,
  repeat('''', (instagram ~ any (unsafe))::integer) || replace(instagram, ';', ';''') as instagram,
  repeat('''', (email ~ any (unsafe))::integer) || replace(email, ';', ';''') as email,
  contradicts,
  repeat('''', (latest_name ~ any (unsafe))::integer) || replace(latest_name, ';', ';''') as latest_name,
  repeat('''', (latest_instagram ~ any (unsafe))::integer) || replace(latest_instagram, ';', ';''') as latest_instagram,
  repeat('''', (latest_email ~ any (unsafe))::integer) || replace(latest_email, ';', ';''') as latest_email,
  first_sign_up, last_sign_up, sign_ups, id
from
  reporting.people,
  -- Before what a spreadsheet takes for a formula: = + - @ and their full-width and small forms,
  -- behind quotes, blank or invisible characters too. And before what it takes for a number or a
  -- day, 07700900123, (123), $5, 5 May: the first would lose its zero. Where ; separates the cells,
  -- what follows it in a text becomes a cell of its own.
  -- Two patterns, and a day's digit tested last, because Postgres is slow on long ones.
  (values (array[
    '(?i)^(["\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff]*'
    '[=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\t\n\r\x0b\f-]'
    '|[($£€¥.]*[0-9\uff10-\uff19][0-9\uff10-\uff19 .,:/e-]*[)%$£€¥]*$)',
    '(?i)^[0-9 .,/-]*(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?'
    '|oct(ober)?|nov(ember)?|dec(ember)?)[0-9 .,/-]*(?<=[0-9].*)$'
  ])) as cell (unsafe)
order by id;
