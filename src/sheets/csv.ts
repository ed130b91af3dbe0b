export interface CsvOptions {
  /**
   * Puts an apostrophe before text a spreadsheet program would run as a formula when it opens the file. Off by default:
   * it changes the data, and only people who open the file in such a program need it.
   */
  guardFormulas?: boolean;
}

const CHUNK_CHARS = 32_768;

/** Rows as RFC 4180 text, in pieces of a convenient size, so that no answer has to fit into memory. */
export async function* csvChunks(
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
  options: CsvOptions = {},
): AsyncGenerator<string> {
  let text = '';
  for await (const row of rows) {
    text += `${csvRow(row, options)}\r\n`;
    if (text.length < CHUNK_CHARS) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function csvRow(row: readonly unknown[], { guardFormulas = false }: CsvOptions): string {
  const fields = row.map((value) =>
    quoted(guardFormulas && typeof value === 'string' ? guarded(value) : printed(value)),
  );
  return fields.join(',');
}

function printed(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value === null || value === undefined ? '' : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Wide forms of the same signs count as formulas in East Asian settings. A plain number with its sign is harmless. */
function guarded(text: string): string {
  const runs = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !/^[+-]?[\d.,]*\d%?$/.test(text);
  return runs ? `'${text}` : text;
}
