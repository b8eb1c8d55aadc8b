-- Who is on the list? In the order of arrival; `other_…` has what else was typed with the same number.
select *
from reporting.people
order by id;
