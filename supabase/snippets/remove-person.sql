-- Removes the rows of a person who asks for it. List the IDs that find-person shows.
delete from public.waitlist
where id in (0) -- for example (15, 27)
returning *;
