import type { Turns } from '../event-loop/turns.ts';
import { csvRow } from '../text/csv-row.ts';
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
