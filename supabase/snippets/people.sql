-- Who is on the list? In the order of arrival; `latest` is what a number's other sign-ups contradict.
select *
from reporting.people
order by id;
