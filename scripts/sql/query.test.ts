import { expect, test } from 'vitest';
import { readQuery } from './query.ts';

test('binds values, never pastes them', () => {
  const hostile = "'; delete from waitlist; --";
  const query = readQuery(['find-person', '--phone', hostile])?.query;
  expect(query?.values).toEqual([hostile]);
  expect(query?.text).toContain('$1::text as phone');
  expect(query?.text).toContain("'' as email");
});

test('knows numbers from texts, and the flags of names with more than one word', () => {
  const { text, values } = readQuery(['likely-fakes', '--burst-per-minute', '9'])?.query ?? {};
  expect(values).toEqual(['9']);
  expect(text).toContain('$1::integer as burst_per_minute');
  expect(readQuery(['by-day', '--zone=Asia/Kolkata'])?.query.text).toContain('$1::text as zone');
});

test('takes a table or a view by its name, and SQL that begins with a comment', () => {
  expect(readQuery(['reporting.people'])?.query.text).toBe('table reporting.people');
  expect(readQuery(['-- how many?\nselect 1'])?.query.text).toMatch(/\nselect 1$/);
  expect(readQuery(['--how many?\nselect 1'])?.query.text).toMatch(/\nselect 1$/);
  expect(readQuery([])).toBeUndefined();
});

test.each([
  ['a flag that nobody knows', ['people', '--foo'], "Unknown option '--foo'"],
  ['a value that the query has not', ['by-day', '--phone', '1'], 'It has --days, --zone.'],
  ['a value for a query that has none', ['people', '--phone', '1'], 'no --phone.'],
  ['a value for SQL', ['select 1', '--phone', '1'], '--phone is for saved queries.'],
  ['a word for a number', ['by-day', '--days', 'x'], '--days is a whole number, for example 30.'],
  ['no days at all', ['by-day', '--days', '0'], '--days is a whole number'],
  ['a saved query that is not there', ['by-dya'], 'There is no saved query by-dya.'],
  ['a query without quotes', ['select', '1'], 'A query stands in quotes.'],
  ['a file without a name', ['export', '--csv'], 'argument missing'],
])('refuses %s', (_what, args, line) => {
  expect(() => readQuery(args)).toThrow(line);
});
