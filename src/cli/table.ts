import { cleanText } from '../text/clean-text.ts';

/** Rows as aligned columns, for people. A name may hold signs that a terminal obeys, or that no one sees: they go. */
export function table(head: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map((cell) => cleanText(cell).replace(/[\r\n]+/g, ' ')));
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}
