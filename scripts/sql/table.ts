import Papa from 'papaparse';
import stringWidth from 'string-width';

type Cells = readonly (readonly unknown[])[];

/**
 * Columns aligned, for a terminal. Nulls are left blank. A stored text must not move the cursor or
 * turn the line around: control characters, bidi controls among them, are shown as a dot.
 */
export function toTable(header: readonly string[], rows: Cells): string {
  const lines = [header, ...rows].map((row) => row.map((cell) => visible(toText(cell))));
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

/** RFC 4180 with every cell quoted, so that no program takes a part of one for a cell. */
export function toCsv(header: readonly string[], rows: Cells): string {
  const data = rows.map((row) => row.map(toText));
  return Papa.unparse({ fields: [...header], data }, { quotes: true });
}

function visible(text: string): string {
  // The two joiners belong to emoji and to many scripts.
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
}

function toText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
