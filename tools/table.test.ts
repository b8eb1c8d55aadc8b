import { expect, it } from 'vitest';
import { toCsv, toTable } from './table.ts';

it('aligns a table and leaves nulls blank', () => {
  expect(
    toTable(
      ['name', 'n'],
      [
        ['Ada', 1],
        ['Grace', null],
      ],
    ),
  ).toBe('name   n\n─────  ─\nAda    1\nGrace');
});

it('lets no stored text move the cursor', () => {
  expect(toTable(['x'], [['a\u001b[2Jb']])).toContain('a·[2Jb');
});

it('quotes CSV where it must', () => {
  expect(toCsv(['a', 'b'], [['x,"y"\n', null]])).toBe('a,b\r\n"x,""y""\n",');
});
