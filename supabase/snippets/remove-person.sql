-- Someone asks to be removed: which rows go? List the ids that find-person shows.
delete from public.waitlist
where id in (0) -- for example (15, 27)
returning *;
