-- Who is on the list? In the order of arrival; `latest` is what a number's other sign-ups contradict.
select
  name, phone_number, instagram, email,
  contradicts, latest_name, latest_instagram, latest_email,
  first_sign_up, last_sign_up, sign_ups, id
from reporting.people
order by id;
