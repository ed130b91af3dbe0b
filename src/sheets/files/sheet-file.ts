import { DatabaseSync } from 'node:sqlite';
import { wrongRange } from '../a1.ts';
import type { ResolvedRange } from '../a1-resolve.ts';
import { LAYOUT_VERSION, type StoredInfo } from './cell-store.ts';
import { type NumberFormat, numberFormat } from './number-format/number-format.ts';
import { type DateTimeRenderOption, type RenderedValue, renderValue, type ValueRenderOption } from './render-value.ts';
import { unpackSegment } from './segment.ts';

export interface ReadOptions {
  render?: ValueRenderOption;
  dates?: DateTimeRenderOption;
  major?: 'ROWS' | 'COLUMNS';
  /** How many cells an answer may have, the empty ones between others included. */
  cellsMax?: number;
}

const CELLS_MAX = 2_000_000;

/** An imported spreadsheet. Reading a range touches only the blocks and columns it covers. */
export interface SheetFile {
  info(): StoredInfo;
  /** Trailing empty rows and cells are left away; nothing at all is []. */
  read(range: ResolvedRange, options?: ReadOptions): RenderedValue[][];
  /** The same rows one after another, for answers larger than memory should hold. */
  rows(range: ResolvedRange, options?: Omit<ReadOptions, 'major' | 'cellsMax'>): Generator<RenderedValue[]>;
  close(): void;
}

export function openSheetFile(path: string): SheetFile {
  const db = new DatabaseSync(path, { readOnly: true });
  const { info, formats } = readAbout(db, path);
  const rows: SheetFile['rows'] = (range, options = {}) => readRows(db, info, formats, range, options);
  return {
    info: () => info,
    rows,
    read(range, options = {}) {
      const lines = collected(rows(range, options), options.cellsMax ?? CELLS_MAX);
      return options.major === 'COLUMNS' ? transposed(lines) : lines;
    },
    close: () => db.close(),
  };
}

/** One value far to the right in each of a million rows would otherwise answer with billions of empty cells. */
function collected(rows: Iterable<RenderedValue[]>, cellsMax: number): RenderedValue[][] {
  const lines: RenderedValue[][] = [];
  let cells = 0;
  for (const line of rows) {
    cells += line.length + 1;
    if (cells > cellsMax)
      throw wrongRange(`holds more than ${cellsMax} cells. Ask for fewer rows or columns at a time.`);
    lines.push(line);
  }
  return lines;
}

type Formats = (id: number) => NumberFormat;

function readAbout(db: DatabaseSync, path: string): { info: StoredInfo; formats: Formats } {
  const version = db.prepare('PRAGMA user_version').get()?.user_version;
  if (version !== LAYOUT_VERSION)
    throw new Error(`${path} has layout ${version}, this program reads ${LAYOUT_VERSION}`);
  const about = db.prepare('SELECT info, formats FROM about').get() as { info: string; formats: string };
  const codes = JSON.parse(about.formats) as string[];
  const parsed = new Map<number, NumberFormat>();
  const formats = (id: number) => {
    const known = parsed.get(id) ?? numberFormat(codes[id]!);
    parsed.set(id, known);
    return known;
  };
  return { info: JSON.parse(about.info) as StoredInfo, formats };
}

interface BlockRow {
  id: number;
  first_row: number;
}

function* readRows(
  db: DatabaseSync,
  info: StoredInfo,
  formats: Formats,
  range: ResolvedRange,
  { render = 'FORMATTED_VALUE', dates = 'SERIAL_NUMBER' }: ReadOptions,
): Generator<RenderedValue[]> {
  const { startRow, endRow, startColumn, endColumn } = range;
  const sheet = info.sheets.findIndex(({ name }) => name === range.sheet);
  const blocks = db
    .prepare('SELECT id, first_row FROM block WHERE sheet = ? AND first_row < ? AND last_row >= ? ORDER BY id')
    .all(sheet, endRow, startRow) as unknown as BlockRow[];
  const segments = db.prepare(
    'SELECT position, data FROM segment WHERE block = ? AND position >= ? AND position < ? ORDER BY position',
  );
  const pending = new PendingRows(startRow);
  for (const { id, first_row } of blocks) {
    // A very long row is spread over several blocks: it is complete when a block begins below it.
    yield* pending.before(first_row);
    const found = segments.all(id, startColumn, endColumn) as unknown as { position: number; data: string }[];
    for (const { position, data } of found) {
      unpackSegment(data, first_row, (row, value, format, formula) => {
        if (row < startRow || row >= endRow) return;
        const rendered =
          render === 'FORMULA' && formula !== undefined
            ? `=${formula}`
            : renderValue(value, formats(format), render, dates);
        if (rendered !== '') pending.set(row, position - startColumn, rendered);
      });
    }
  }
  yield* pending.before(endRow);
}

/** Rows being put together, given out in order with the empty ones between them, but none after the last. */
class PendingRows {
  #next: number;
  #rows = new Map<number, RenderedValue[]>();

  constructor(first: number) {
    this.#next = first;
  }

  set(row: number, column: number, value: RenderedValue): void {
    const line = this.#rows.get(row) ?? [];
    if (line.length === 0) this.#rows.set(row, line);
    while (line.length < column) line.push('');
    line[column] = value;
  }

  *before(row: number): Generator<RenderedValue[]> {
    const done = [...this.#rows.keys()].filter((one) => one < row).sort((a, b) => a - b);
    for (const one of done) {
      while (this.#next++ < one) yield [];
      yield this.#rows.get(one)!;
      this.#rows.delete(one);
    }
  }
}

function transposed(rows: readonly RenderedValue[][]): RenderedValue[][] {
  const columns: RenderedValue[][] = [];
  rows.forEach((line, row) => {
    line.forEach((value, column) => {
      columns[column] ??= [];
      if (value === '') return;
      while (columns[column].length < row) columns[column].push('');
      columns[column].push(value);
    });
  });
  return columns;
}
