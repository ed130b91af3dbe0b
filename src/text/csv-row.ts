import { cleanText } from './clean-text.ts';

/** One line of RFC 4180 text, for the service and the pages alike. What is guarded is read by people: hidden characters go. */
export function csvRow(row: readonly unknown[], width: number, guardFormulas: boolean): string {
  const fields = row.map((value) =>
    quoted(guardFormulas && typeof value === 'string' ? guarded(cleanText(value)) : printed(value)),
  );
  // A line with nothing on it would be taken for the end, or for no row at all.
  if (width <= 1 && (fields[0] ?? '') === '') return '""\r\n';
  return `${fields.join(',')}${','.repeat(width - Math.max(fields.length, 1))}\r\n`;
}

function printed(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value === null || value === undefined ? '' : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * An apostrophe before text that a spreadsheet program would run as a formula. Wide forms of the same signs count in East
 * Asian settings; spaces and invisible characters before a sign may be dropped when the file is opened. A plain number is
 * harmless.
 */
function guarded(text: string): string {
  const runs = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/u.test(text) && !/^[+-]?[\d.,]*\d%?$/.test(text);
  return runs ? `'${text}` : text;
}
