/** Columns aligned, for a terminal. Nulls are left blank, control characters shown as one dot. */
export function toTable(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = [header, ...rows.map((row) => row.map(toText))].map((row) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a stored text must not move the cursor
    row.map((cell) => cell.replace(/[\u0000-\u001f\u007f-\u009f]/g, '·')),
  );
  const widths = header.map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  return lines.join('\n');
}

/** RFC 4180. */
export function toCsv(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [header, ...rows.map((row) => row.map(toText))]
    .map((row) =>
      row
        .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(','),
    )
    .join('\r\n');
}

function toText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
