-- Everyone's contacts unchanged, for a program that imports them. Not for a spreadsheet.
select *
from reporting.people
order by id;
