import { Buffer } from 'node:buffer';
import type { Turns } from '../event-loop/turns.ts';
import { wrongRange } from './a1.ts';
import { printResolved } from './a1-resolve.ts';
import type { Page, PageRequest } from './read-request.ts';
import { type Row, type RowSource, transposed } from './row-source.ts';

type PageBounds = Pick<PageRequest, 'limit' | 'bytesMax' | 'major'>;

/** The first rows of a source, as many as were asked for and fit. */
export async function pageOf(source: RowSource, bounds: PageBounds, turns: Turns): Promise<Page> {
  const { cells } = source;
  const draft = new PageDraft(bounds);
  for (const batch of source.batches()) {
    const taken = batch.findIndex((row) => !draft.add(row));
    if (taken >= 0) break;
    await turns.pause();
  }
  const { rows, full } = draft;
  if (full === 'bytes' && rows.length === 0) throw rowTooLarge(cells.startRow, bounds.bytesMax);
  return {
    range: printResolved(cells),
    values: bounds.major === 'ROWS' ? (rows as unknown[][]) : transposed(rows),
    rows: rows.length,
    ...(full && { rest: printResolved({ ...cells, startRow: cells.startRow + rows.length }) }),
    cutBySize: full === 'bytes',
    notes: source.notes(),
  };
}

/** `"",`, its quotes escaped. */
const FILLER_BYTES = 5;
/** A row and a cell count for this much even if they are shorter: many small ones take as long to send as few large ones. */
const ITEM_BYTES_MIN = 10;

class PageDraft {
  readonly rows: Row[] = [];
  /** What the page ran out of: rows or bytes. */
  full: 'rows' | 'bytes' | undefined;
  readonly #bounds: PageBounds;
  #bytes = 0;
  #width = 0;

  constructor(bounds: PageBounds) {
    this.#bounds = bounds;
  }

  /** False when the row is one too many. */
  add(row: Row): boolean {
    const { limit = Number.POSITIVE_INFINITY, bytesMax, major } = this.#bounds;
    const bytes = this.#bytes + Math.max(ITEM_BYTES_MIN * (row.length + 1), bytesInText(row));
    const width = Math.max(this.#width, row.length);
    // Short rows before a long one become gaps in its columns.
    const gaps = major === 'COLUMNS' ? width * this.rows.length * FILLER_BYTES : 0;
    if (this.rows.length >= limit) this.full = 'rows';
    else if (bytes + gaps > bytesMax) this.full = 'bytes';
    if (this.full) return false;
    this.#bytes = bytes;
    this.#width = width;
    this.rows.push(row);
    return true;
  }
}

/** Results travel as text inside JSON, where every quote is escaped. */
function bytesInText(row: Row): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(row)));
}

function rowTooLarge(row: number, bytesMax: number) {
  return wrongRange(
    `has a row (${row + 1}) that alone is larger than one reply can carry (${bytesMax} bytes). Ask for fewer columns, or read /office/sheets/read with format=csv.`,
  );
}
