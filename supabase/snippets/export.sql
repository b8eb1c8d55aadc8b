-- Everyone's contacts, safe to open in a spreadsheet: download the result as CSV.
select * from reporting.contacts_export;
