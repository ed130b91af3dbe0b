import { type Ambient, newId } from '../ambient.ts';
import type { CsvRequest, Page, PageRequest } from './read-request.ts';

/**
 * The spreadsheets a workspace keeps itself: files in its folder (`spreadsheetsIn`), or kept in the store that several
 * processes share (`sharedSpreadsheets`).
 */
export interface Spreadsheets {
  /** Takes in an .xlsx, .csv or .tsv file, all of it or nothing. */
  import(file: string, options: ImportRequest): Promise<SpreadsheetDescription>;
  /** In the order of their ids. */
  list(options: { limit: number; after?: string | undefined }): Promise<SpreadsheetDescription[]>;
  describe(id: string): Promise<SpreadsheetDescription>;
  /** Some rows of a range. */
  page(request: PageRequest): Promise<Page>;
  /** A whole range as text in pieces. What is wrong with the request is known before the first. */
  csv(request: CsvRequest): Promise<AsyncIterable<string>>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}

export interface ImportRequest {
  id: string;
  /** The spreadsheet's title; the file's own name unless given. */
  name?: string | undefined;
  /** What a text file is written in, where its own bytes do not tell. */
  encoding?: string | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface ImportProgress {
  bytesDone: number;
  bytesTotal: number;
  cells: number;
}

export interface SpreadsheetDescription {
  id: string;
  name: string;
  tabs: TabDescription[];
  namedRanges: { name: string; range: string }[];
  /** What a reader of the cells should know, e.g. that formulas came without values. */
  notes: string[];
}

interface TabDescription {
  id: number;
  name: string;
  hidden: boolean;
  /** The grid; a tab that is one chart has none. */
  rows?: number | undefined;
  columns?: number | undefined;
  /** How far the cells reach that hold something, where that is known. */
  dataRows?: number | undefined;
  dataColumns?: number | undefined;
}

const PREFIX = 'file';

export function newSpreadsheetId(ambient: Ambient): string {
  return newId(ambient, PREFIX);
}

/** Told from the platform's ids by its look. */
export function isOwnSpreadsheetId(id: string): boolean {
  return /^file_[A-Za-z0-9]{16}$/.test(id);
}
