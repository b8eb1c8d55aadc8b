-- Which people have signed up several times, with texts that differ?
-- The result is all rows of these people, one below the other. The report and the export have the first one of each
-- person. People sign up again to correct a text or to add an email address, and a stranger can type somebody's number:
-- decide which row is right, and remove the others with remove-person. Then the report and the export have this row.
select *
from public.waitlist
where phone_digits in (
  select phone_digits
  from public.waitlist join reporting.people on first_row_id = id
  where versions is not null
)
order by phone_digits, id;
