import stringWidth from 'string-width';
import type { Answer } from '../../supabase/local/local-database.ts';

const TIMES = [1114, 1184]; // timestamp, timestamptz

/**
 * Aligns the columns for a terminal. Nulls are blank, times have no fractions of a second. A stored
 * text must not move the cursor or reverse the line: control characters become a dot.
 */
export function toTable({ fields, rows }: Answer): string {
  const cells = rows.map((row) =>
    row.map((value, i) => {
      const isTime = TIMES.includes(fields[i]?.dataTypeID ?? 0);
      return visible((isTime ? value?.replace(/\.\d+/, '') : value) ?? '');
    }),
  );
  const header = fields.map(({ name }) => visible(name));
  const widths = header.map((name, i) =>
    cells.reduce((widest, row) => Math.max(widest, stringWidth(row[i] ?? '')), stringWidth(name)),
  );
  const line = widths.map((width) => '─'.repeat(width));
  return [header, line, ...cells]
    .map((row) => row.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - stringWidth(cell))))
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

/** The text with a dot for each control or formatting character. */
export function visible(text: string): string {
  // The two joiners belong to emoji and to many scripts.
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
}
