import { expect, test } from 'vitest';
import { toCsv, toTable } from './table.ts';

test('aligns a table, whatever the width of its characters, and leaves nulls blank', () => {
  expect(
    toTable(
      ['name', 'n'],
      [
        ['Ada', 1],
        ['李小龍', 2],
        ['Grace', null],
      ],
    ),
  ).toBe('name    n\n──────  ─\nAda     1\n李小龍  2\nGrace');
});

test('lets no stored text move the cursor or turn the line around', () => {
  expect(toTable(['x'], [['a\u001b[2Jb\u202ec\u2066d\u200fe\u061cf\u2028g']])).toContain(
    'a·[2Jb·c·d·e·f·g',
  );
});

test('keeps the joiners of emoji and scripts', () => {
  expect(toTable(['x'], [['👩‍🚀 می‌خواهم']])).toContain('👩‍🚀 می‌خواهم');
});

test('quotes every cell of a CSV', () => {
  expect(toCsv(['a', 'b'], [['x,"y"\n', null]])).toBe('"a","b"\r\n"x,""y""\n",""');
});
