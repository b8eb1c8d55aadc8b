import { expect, test } from 'vitest';
import { toTable } from './table.ts';

const TEXT = 25;
const TIMESTAMPTZ = 1184;

function answer(rows: (string | null)[][], names = ['x'], dataTypeID = TEXT) {
  return { fields: names.map((name) => ({ name, dataTypeID })), rows, count: rows.length };
}

test('aligns a table, whatever the width of its characters, and leaves nulls blank', () => {
  const rows = [
    ['Ada', '1'],
    ['李小龍', '2'],
    ['Grace', null],
  ];
  expect(toTable(answer(rows, ['name', 'n']))).toBe(
    'name    n\n──────  ─\nAda     1\n李小龍  2\nGrace',
  );
});

test('shows times without fractions of a second', () => {
  const time = '2026-11-20 12:00:00.123456+00';
  expect(toTable(answer([[time]], ['x'], TIMESTAMPTZ))).toContain('\n2026-11-20 12:00:00+00');
  expect(toTable(answer([[time]]))).toContain(time);
});

test('shows control and bidi characters as a dot', () => {
  expect(toTable(answer([['a\u001b[2Jb\u202ec\u2066d\u200fe\u061cf\u2028g']]))).toContain(
    'a·[2Jb·c·d·e·f·g',
  );
});

test('keeps the joiners of emoji and scripts', () => {
  expect(toTable(answer([['👩‍🚀 می‌خواهم']]))).toContain('👩‍🚀 می‌خواهم');
});
