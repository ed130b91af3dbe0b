import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '../../errors.ts';
import { parseRange, printRange } from '../a1.ts';
import { type Grid, type ResolvedRange, resolveRange } from '../a1-resolve.ts';
import type { ReadRequest } from '../read-request.ts';
import { isOwnSpreadsheetId, type SpreadsheetDescription } from '../spreadsheets.ts';
import type { StoredInfo } from './cell-store.ts';
import { openSheetFile, type SheetFile, uncalculatedNote } from './sheet-file.ts';

const ENDING = '.sqlite';

export function pathIn(folder: string, id: string): string {
  return join(folder, `${id}${ENDING}`);
}

export function openIn(folder: string, id: string): SheetFile {
  const path = pathIn(folder, id);
  if (!isOwnSpreadsheetId(id) || !existsSync(path)) throw noSuchSpreadsheet();
  return openSheetFile(path);
}

export function idsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => basename(name, ENDING))
    .filter(isOwnSpreadsheetId)
    .sort();
}

export function cellsOf({ info }: SheetFile, { range, tab }: Pick<ReadRequest, 'range' | 'tab'>): ResolvedRange {
  return resolveRange(parseRange(range), gridOf(info), tab);
}

/** A file's tabs are numbered in their order. */
export function gridOf({ sheets, namedRanges }: StoredInfo): Grid {
  return { sheets: sheets.map((sheet, id) => ({ ...sheet, id })), namedRanges };
}

export function descriptionOf(id: string, info: StoredInfo): SpreadsheetDescription {
  const { uncalculated } = info;
  return {
    id,
    name: info.title,
    tabs: gridOf(info).sheets.map((sheet) => ({ ...sheet })),
    namedRanges: info.namedRanges.map(({ name, sheet, area }) => ({
      name,
      range: printRange({ kind: 'area', sheet, area }),
    })),
    notes: uncalculated ? [uncalculatedNote(uncalculated.formulas, uncalculated.first)] : [],
  };
}

export function noSuchSpreadsheet(): Failure {
  return new Failure({
    code: 'not_found',
    message: 'There is no such spreadsheet.',
    nextStep: 'Check the id; list_spreadsheets or adhelm sheet list shows the imported ones of a workspace.',
  });
}
