-- Everyone's contacts unchanged, for a program that imports them. Not for a spreadsheet.
select
  name, phone_number, instagram, email,
  contradicts, latest_name, latest_instagram, latest_email,
  first_sign_up, last_sign_up, sign_ups, id
from reporting.people
order by id;
