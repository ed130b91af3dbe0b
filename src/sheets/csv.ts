import type { Turns } from '../event-loop/turns.ts';
import { wrongRange } from './a1.ts';
import type { CsvRequest } from './read-request.ts';
import { type Row, type RowSource, transposed } from './row-source.ts';

const CHUNK_CHARS = 32_768;
/** Twice the cells that a spreadsheet may hold: one long row makes every other row as long. */
const FIELDS_MAX = 20_000_000;
/** Turning rows into columns needs all of them at once. */
const TURNED_FIELDS_MAX = 2_000_000;

/** A whole range as RFC 4180 text, every row as long as the longest, in pieces, so that no answer has to fit into memory. */
export async function* csvOf(
  source: RowSource,
  { major, guardFormulas }: Pick<CsvRequest, 'major' | 'guardFormulas'>,
  turns: Turns,
): AsyncGenerator<string, void> {
  const width = await turns.through(source.width());
  const fields = width * source.rowsAtMost;
  const fieldsMax = major === 'ROWS' ? FIELDS_MAX : TURNED_FIELDS_MAX;
  if (fields > fieldsMax)
    throw wrongRange(
      `would be ${source.rowsAtMost} × ${width} fields, and ${fieldsMax} is the most. Ask for fewer rows or columns.`,
    );
  if (major === 'COLUMNS') {
    const rows = [...source.batches()].flat();
    yield* csvChunks([transposed(rows)], rows.length, guardFormulas, turns);
  } else yield* csvChunks(source.batches(), width, guardFormulas, turns);
}

export async function* csvChunks(
  batches: Iterable<readonly Row[]>,
  width: number,
  guardFormulas: boolean,
  turns: Turns,
): AsyncGenerator<string, void> {
  let text = '';
  for (const batch of batches) {
    for (const row of batch) {
      text += csvRow(row, width, guardFormulas);
      if (text.length < CHUNK_CHARS) continue;
      yield text;
      text = '';
    }
    await turns.pause();
  }
  if (text !== '') yield text;
}

/** One line of RFC 4180 text. */
export function csvRow(row: Row, width: number, guardFormulas: boolean): string {
  const fields = row.map((value) =>
    quoted(guardFormulas && typeof value === 'string' ? guarded(value) : printed(value)),
  );
  // An empty line would be taken for the end, or for no row at all.
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
 * An apostrophe before text that a spreadsheet program would run as a formula. Wide forms of the signs count in East
 * Asian settings, and invisible characters before a sign may be dropped by the program. A plain number is harmless.
 */
function guarded(text: string): string {
  const runs = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/u.test(text) && !/^[+-]?[\d.,]*\d%?$/.test(text);
  return runs ? `'${text}` : text;
}
