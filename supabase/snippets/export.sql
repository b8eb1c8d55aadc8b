-- Everyone's contacts for a spreadsheet: apostrophes keep it from taking them for formulas or numbers.
select *
from reporting.contacts_export
order by last_sign_up desc, phone_number;
