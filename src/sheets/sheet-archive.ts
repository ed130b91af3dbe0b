import { createReadStream } from 'node:fs';
import type { SpreadsheetDescription } from './spreadsheets.ts';

/** Where the spreadsheets of one workspace are kept whole, for all processes that serve it. */
export interface SheetArchive {
  /** Replaces the spreadsheet of the same id, completely or not at all. */
  put(description: SpreadsheetDescription, pieces: AsyncIterable<Uint8Array>): Promise<ArchivedSheet>;
  find(id: string): Promise<ArchivedSheet | undefined>;
  /** In the order of their ids. */
  list(options: { limit: number; after?: string | undefined }): Promise<SpreadsheetDescription[]>;
  /** In order; fewer bytes than there were when it is replaced meanwhile. */
  pieces(sheet: ArchivedSheet): AsyncIterable<Uint8Array>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}

export interface ArchivedSheet {
  description: SpreadsheetDescription;
  /** A new one for each `put`. */
  version: string;
  bytes: number;
}

const PIECE_BYTES = 1_048_576;

/** A stored spreadsheet's file, as an archive takes it. */
export function piecesOf(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: PIECE_BYTES });
}
