-- Who is on the list, in the order of arrival?
-- `versions` has what was typed with the number, if it differs, up to 5,000 characters.
select *
from reporting.people
order by first_row_id;
