-- Who is on the list? The latest first. Others are what a number's submissions name besides.
select
  name,
  phone_number,
  instagram,
  email,
  other_instagrams,
  other_emails,
  first_sign_up,
  last_sign_up,
  sign_ups
from reporting.people
order by last_sign_up desc, phone_number;
