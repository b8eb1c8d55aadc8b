-- Everyone's contacts unchanged, for a program that imports them. Not for a spreadsheet.
select name, phone_number, instagram, email, first_sign_up, last_sign_up, sign_ups
from reporting.people
order by last_sign_up desc, phone_number;
