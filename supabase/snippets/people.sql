-- Who is on the list? The latest first.
select name, phone_number, instagram, email, first_sign_up, last_sign_up, sign_ups
from reporting.people
order by last_sign_up desc, phone_number;
