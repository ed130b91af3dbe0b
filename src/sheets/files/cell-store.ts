import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { COLUMNS_MAX, columnLetters, printTitle } from '../a1.ts';
import type { NamedRange } from '../a1-resolve.ts';
import type { Cell } from './cell.ts';
import { dropCovered, type MergedArea } from './covered-cells.ts';
import type { SheetFileLimits } from './limits.ts';
import { broken, tooLarge } from './refusal.ts';
import { SegmentDraft } from './segment.ts';

/** Marks our files and the layout of their tables. */
export const LAYOUT_VERSION = 1;

export interface StoredSheet {
  name: string;
  /** The grid, as large as that of a fresh tab at least. */
  rows: number;
  columns: number;
  /** How far the cells reach that hold something; not known of files stored by earlier versions. */
  dataRows?: number;
  dataColumns?: number;
  hidden: boolean;
}

export interface StoredInfo {
  title: string;
  sheets: StoredSheet[];
  namedRanges: NamedRange[];
  cells: number;
  /** Formulas that came without a value, and where the first one stands. */
  uncalculated?: { formulas: number; first: string };
  /** Of a text file: which letters it was written in. */
  encoding?: string;
}

const BLOCK_ROWS = 256;
const BLOCK_CELLS = 32_768;
const BLOCK_CHARS = 4_000_000;
/** The size of a fresh tab on the platform: a smaller file still has that many rows and columns. */
const GRID_MIN = { rows: 1000, columns: 26 };

/** Takes cells in row order and writes them as they come; holds no more than one block in memory. */
export class CellStore {
  readonly #db: DatabaseSync;
  readonly #limits: SheetFileLimits;
  readonly #insertBlock: StatementSync;
  readonly #insertSegment: StatementSync;
  readonly #sheets: StoredSheet[] = [];
  readonly #formats = new Map<string, number>([['General', 0]]);
  #columns = new Map<number, SegmentDraft>();
  #blocks = 0;
  #block = { firstRow: 0, lastRow: -1, rows: 0, cells: 0, chars: 0 };
  #chars = 0;
  #uncalculated: { formulas: number; first: string } | undefined;
  cells = 0;

  constructor(path: string, limits: SheetFileLimits) {
    this.#limits = limits;
    this.#db = new DatabaseSync(path);
    // The file is thrown away unless it is finished, so nothing has to survive a crash half-way.
    this.#db.exec(`
      PRAGMA page_size = 8192;
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA user_version = ${LAYOUT_VERSION};
      CREATE TABLE about (info TEXT NOT NULL, formats TEXT NOT NULL);
      CREATE TABLE block (id INTEGER PRIMARY KEY, sheet INTEGER NOT NULL, first_row INTEGER NOT NULL, last_row INTEGER NOT NULL);
      CREATE INDEX block_rows ON block (sheet, first_row, last_row);
      CREATE TABLE segment (block INTEGER NOT NULL, position INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (block, position));
      BEGIN;
    `);
    this.#insertBlock = this.#db.prepare('INSERT INTO block (id, sheet, first_row, last_row) VALUES (?, ?, ?, ?)');
    this.#insertSegment = this.#db.prepare('INSERT INTO segment (block, position, data) VALUES (?, ?, ?)');
  }

  beginSheet(name: string, hidden: boolean): void {
    if (this.#sheets.length >= this.#limits.sheets)
      throw tooLarge(`The spreadsheet has more than ${this.#limits.sheets} tabs.`);
    this.#sheets.push({ name, hidden, ...GRID_MIN, dataRows: 0, dataColumns: 0 });
  }

  formatId(code: string): number {
    const known = this.#formats.get(code) ?? this.#formats.size;
    this.#formats.set(code, known);
    return known;
  }

  /** Rows must not go back; within a row the columns may come in any order. */
  put(row: number, column: number, cell: Cell): void {
    const length = (typeof cell.value === 'string' ? cell.value.length : 0) + (cell.formula?.length ?? 0);
    this.#check(column, length);
    if (row !== this.#block.lastRow) this.#beginRow(row);
    else if (this.#block.cells >= BLOCK_CELLS || this.#block.chars >= BLOCK_CHARS) this.#flush(row);
    const draft = this.#columns.get(column) ?? new SegmentDraft();
    if (draft.rows.length === 0) this.#columns.set(column, draft);
    draft.add(row, cell);
    this.#block.cells++;
    this.#block.chars += length;
    const sheet = this.#sheets.at(-1)!;
    sheet.rows = Math.max(sheet.rows, row + 1);
    sheet.columns = Math.max(sheet.columns, column + 1);
    sheet.dataRows = Math.max(sheet.dataRows!, row + 1);
    sheet.dataColumns = Math.max(sheet.dataColumns!, column + 1);
    if (cell.value !== null) return;
    this.#uncalculated ??= { formulas: 0, first: `${printTitle(sheet.name)}!${columnLetters(column)}${row + 1}` };
    this.#uncalculated.formulas++;
  }

  #check(column: number, length: number): void {
    const { cells, cellLength, chars } = this.#limits;
    this.#chars += length;
    if (this.#chars > chars) throw tooLarge(`The spreadsheet holds more than ${chars} characters.`);
    if (++this.cells > cells) throw tooLarge(`The spreadsheet holds more than ${cells} cells.`);
    if (length > cellLength) throw tooLarge(`A cell holds more than ${cellLength} characters.`);
    if (column >= COLUMNS_MAX) throw tooLarge(`A row has more than ${COLUMNS_MAX} columns.`);
  }

  #beginRow(row: number): void {
    const { lastRow, rows, cells, chars } = this.#block;
    if (row < lastRow) throw broken(`row ${row + 1} comes after row ${lastRow + 1}`);
    if (rows === 0 || rows >= BLOCK_ROWS || cells >= BLOCK_CELLS || chars >= BLOCK_CHARS) this.#flush(row);
    this.#block.rows++;
    this.#block.lastRow = row;
  }

  #flush(nextRow: number): void {
    const { firstRow, lastRow } = this.#block;
    if (this.#columns.size > 0) {
      const id = ++this.#blocks;
      this.#insertBlock.run(id, this.#sheets.length - 1, firstRow, lastRow);
      const columns = [...this.#columns].sort(([a], [b]) => a - b);
      for (const [column, draft] of columns) this.#insertSegment.run(id, column, draft.pack(firstRow));
      this.#columns = new Map();
    }
    this.#block = { firstRow: nextRow, lastRow: nextRow, rows: 0, cells: 0, chars: 0 };
  }

  endSheet(merged: readonly MergedArea[] = []): void {
    this.#flush(0);
    this.#block.lastRow = -1;
    if (merged.length > 0) dropCovered(this.#db, this.#sheets.length - 1, merged);
  }

  finish(info: Omit<StoredInfo, 'sheets' | 'cells' | 'uncalculated'>): StoredInfo {
    const stored: StoredInfo = {
      ...info,
      sheets: this.#sheets,
      cells: this.cells,
      ...(this.#uncalculated && { uncalculated: this.#uncalculated }),
    };
    this.#db
      .prepare('INSERT INTO about (info, formats) VALUES (?, ?)')
      .run(JSON.stringify(stored), JSON.stringify([...this.#formats.keys()]));
    this.#db.exec('COMMIT');
    return stored;
  }

  close(): void {
    this.#db.close();
  }
}
