-- Who is on the list? In the order of arrival; `latest_…` has a number's newest values that differ from its first.
select *
from reporting.people
order by id;
