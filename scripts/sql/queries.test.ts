import { expect, test } from 'vitest';
import { readQuery } from './queries.ts';

test('quotes values', () => {
  const sql = readQuery(['find-person', '--phone', "\\'; delete from waitlist; --$&"])?.sql;
  expect(sql).toContain(" E'\\\\''; delete from waitlist; --$&' as phone");
  expect(sql).toContain("'' as email");
});

test('replaces numbers and texts, also of names with more than one word', () => {
  expect(readQuery(['likely-fakes', '--burst-per-minute', '9'])?.sql).toMatch(
    /^ {4}'9'::integer as burst_per_minute,$/m,
  );
  expect(readQuery(['by-day', '--zone=Asia/Kolkata'])?.sql).toContain("'Asia/Kolkata' as zone");
});

test('takes a table or a view by its name, and SQL that begins with a comment', () => {
  expect(readQuery(['reporting.people'])?.sql).toBe('table reporting.people');
  expect(readQuery(['-- how many?\nselect 1'])?.sql).toMatch(/\nselect 1$/);
  expect(readQuery(['--how many?\nselect 1'])?.sql).toMatch(/\nselect 1$/);
  expect(readQuery([])).toBeUndefined();
  expect(readQuery(['--help'])).toBeUndefined();
});

test.each([
  ['an unknown flag', ['people', '--foo'], "Unknown option '--foo'"],
  ['a flag of another query', ['by-day', '--phone', '1'], "Unknown option '--phone'"],
  ['a flag for SQL', ['select 1', '--phone', '1'], "Unknown option '--phone'"],
  ['an unknown saved query', ['by-dya'], 'There is no saved query by-dya.'],
  ['a query without quotes', ['select', '1'], 'put SQL in quotes.'],
  ['a file without a name', ['export', '--csv'], 'argument missing'],
])('refuses %s', (_what, args, line) => {
  expect(() => readQuery(args)).toThrow(line);
});
