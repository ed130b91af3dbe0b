import { DatabaseSync } from 'node:sqlite';
import { columnLetters, printTitle } from '../a1.ts';
import type { ResolvedRange } from '../a1-resolve.ts';
import type { RowSource } from '../row-source.ts';
import { LAYOUT_VERSION, type StoredInfo } from './cell-store.ts';
import { type NumberFormat, numberFormat } from './number-format/number-format.ts';
import { type DateTimeRenderOption, type RenderedValue, renderValue, type ValueRenderOption } from './render-value.ts';
import { unpackSegment } from './segment.ts';

export interface RenderOptions {
  render?: ValueRenderOption;
  dates?: DateTimeRenderOption;
}

/** An imported spreadsheet. Reading a range touches only the blocks and columns it covers. */
export interface SheetFile {
  info: StoredInfo;
  read(range: ResolvedRange, options?: RenderOptions): RowSource;
  close(): void;
}

export function openSheetFile(path: string): SheetFile {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const { info, formats } = readAbout(db, path);
    return {
      info,
      read: (range, options = {}) => new StoredRange(db, info, formats, range, options),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
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
  last_row: number;
}

interface SegmentRow {
  position: number;
  data: string;
}

/** How many cells are looked at before others get their turn. */
const CELLS_A_TURN = 2000;

class StoredRange implements RowSource {
  readonly cells: ResolvedRange;
  readonly rowsAtMost: number;
  readonly #db: DatabaseSync;
  readonly #formats: Formats;
  readonly #options: Required<RenderOptions>;
  readonly #blocks: readonly BlockRow[];
  #uncalculated = { formulas: 0, first: '' };

  constructor(db: DatabaseSync, info: StoredInfo, formats: Formats, cells: ResolvedRange, options: RenderOptions) {
    this.#db = db;
    this.#formats = formats;
    this.#options = { render: 'FORMATTED_VALUE', dates: 'SERIAL_NUMBER', ...options };
    this.cells = cells;
    this.#blocks = db
      .prepare(
        'SELECT id, first_row, last_row FROM block WHERE sheet = ? AND first_row < ? AND last_row >= ? ORDER BY id',
      )
      .all(
        info.sheets.findIndex(({ name }) => name === cells.sheet),
        cells.endRow,
        cells.startRow,
      ) as unknown as BlockRow[];
    const last = this.#blocks.reduce((most, { last_row }) => Math.max(most, last_row + 1), cells.startRow);
    this.rowsAtMost = Math.min(last, cells.endRow) - cells.startRow;
  }

  *batches(): Generator<RenderedValue[][]> {
    const { startColumn, endColumn, endRow } = this.cells;
    const segments = this.#db.prepare(
      'SELECT position, data FROM segment WHERE block = ? AND position >= ? AND position < ? ORDER BY position',
    );
    const pending = new PendingRows(this.cells.startRow);
    this.#uncalculated = { formulas: 0, first: '' };
    let looked = 0;
    for (const { id, first_row } of this.#blocks) {
      // A very long row is spread over several blocks: it is complete when a block begins below it.
      yield* pending.before(first_row);
      for (const segment of segments.all(id, startColumn, endColumn) as unknown as SegmentRow[]) {
        looked += this.#visit(segment, first_row, (row, column, value) => pending.set(row, column, value));
        if (looked < CELLS_A_TURN) continue;
        looked = 0;
        yield [];
      }
    }
    yield* pending.before(endRow);
  }

  /** From the right: the first column that shows anything is the last. */
  *width(): Generator<void, number> {
    const { startColumn, endColumn } = this.cells;
    const before = this.#db.prepare('SELECT max(position) AS column FROM segment WHERE block = ? AND position < ?');
    const segment = this.#db.prepare('SELECT position, data FROM segment WHERE block = ? AND position = ?');
    let widest = 0;
    for (const { id, first_row } of this.#blocks) {
      let column = before.get(id, endColumn)?.column as number | null;
      while (column !== null && column - startColumn >= widest) {
        let shows = false;
        this.#visit(segment.get(id, column) as unknown as SegmentRow, first_row, () => {
          shows = true;
        });
        if (shows) widest = column - startColumn + 1;
        column = before.get(id, column)?.column as number | null;
        yield;
      }
      yield;
    }
    return widest;
  }

  /** Calls with every cell that shows something, and counts those it looked at. */
  #visit(
    { position, data }: SegmentRow,
    firstRow: number,
    show: (row: number, column: number, value: RenderedValue) => void,
  ): number {
    const { startRow, endRow, startColumn } = this.cells;
    const { render, dates } = this.#options;
    let looked = 0;
    unpackSegment(data, firstRow, (row, value, format, formula) => {
      looked++;
      if (row < startRow || row >= endRow) return;
      if (render === 'FORMULA' && formula !== undefined) return show(row, position - startColumn, `=${formula}`);
      if (value === null) this.#noteUncalculated(row, position);
      const rendered = renderValue(value, this.#formats(format), render, dates);
      if (rendered !== '') show(row, position - startColumn, rendered);
    });
    return looked;
  }

  #noteUncalculated(row: number, column: number): void {
    const seen = this.#uncalculated;
    seen.first ||= `${printTitle(this.cells.sheet)}!${columnLetters(column)}${row + 1}`;
    seen.formulas++;
  }

  notes(): string[] {
    const { formulas, first } = this.#uncalculated;
    return formulas === 0 ? [] : [uncalculatedNote(formulas, first)];
  }
}

export function uncalculatedNote(formulas: number, first: string): string {
  return `${formulas === 1 ? 'A formula has' : `${formulas} formulas have`} no value in the file and read${formulas === 1 ? 's' : ''} as empty (first: ${first}). Open the file in a spreadsheet program, save it there and import it again; valueRenderOption FORMULA shows the formulas.`;
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

  *before(row: number): Generator<RenderedValue[][]> {
    const done = [...this.#rows.keys()].filter((one) => one < row).sort((a, b) => a - b);
    let batch: RenderedValue[][] = [];
    for (const one of done) {
      while (this.#next < one) {
        batch.push([]);
        this.#next++;
        if (batch.length >= CELLS_A_TURN) {
          yield batch;
          batch = [];
        }
      }
      batch.push(this.#rows.get(one)!);
      this.#next++;
      this.#rows.delete(one);
    }
    if (batch.length > 0) yield batch;
  }
}
