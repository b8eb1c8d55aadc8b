-- Who is on the list? In the order of arrival; `versions` has what was typed with the same number, if it differs.
select *
from reporting.people
order by first_row_id;
