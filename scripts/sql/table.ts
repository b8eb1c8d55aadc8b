import stringWidth from 'string-width';
import type { Answer } from './team-database.ts';

const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;

/** The cells of the rows: nulls are blank, times have no fractions of a second. */
export function cellsOf({ fields, rows }: Answer): string[][] {
  const isTime = fields.map(({ dataTypeID: type }) => type === TIMESTAMP || type === TIMESTAMPTZ);
  return rows.map((row) =>
    row.map((value, i) => (isTime[i] ? value?.replace(/\.\d+/, '') : value) ?? ''),
  );
}

/**
 * Aligns the columns for a terminal. A stored text must not move the cursor or reverse the line:
 * control characters, bidi controls included, become a dot.
 */
export function toTable(answer: Answer): string {
  const header = answer.fields.map(({ name }) => name);
  const lines = [header, ...cellsOf(answer)].map((row) => row.map(visible));
  const widths = header.map((_, column) =>
    lines.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? '')), 0),
  );
  lines.splice(
    1,
    0,
    widths.map((width) => '─'.repeat(width)),
  );
  return lines
    .map((row) =>
      row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell))),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

/** RFC 4180, with every cell quoted so that no program splits one. */
export function toCsv(rows: string[][]): string {
  return rows
    .map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('');
}

function visible(text: string): string {
  // The two joiners belong to emoji and to many scripts.
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
}
