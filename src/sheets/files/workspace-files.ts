import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Ambient, newId } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { parseRange } from '../a1.ts';
import { printResolved, resolveRange } from '../a1-resolve.ts';
import type { Reading, ReadRequest } from '../reading.ts';
import { openSheetFile } from './sheet-file.ts';

const PREFIX = 'file';

/** The spreadsheets a workspace holds itself: one file each in a folder of its own, which no other workspace looks into. */
export interface OwnSpreadsheet {
  spreadsheetId: string;
  name: string;
  sheets: readonly string[];
}

export function newFileId(ambient: Ambient): string {
  return newId(ambient, PREFIX);
}

export function isFileId(id: string): boolean {
  return /^file_[A-Za-z0-9]{16}$/.test(id);
}

export function openFileReading(folder: string, request: ReadRequest): Reading {
  const { spreadsheetId, range, render, dates, major } = request;
  const path = pathIn(folder, spreadsheetId);
  if (!existsSync(path)) throw noSuchFile();
  const file = openSheetFile(path);
  try {
    const resolved = resolveRange(parseRange(range), file.info());
    const lines =
      major === 'ROWS' ? file.rows(resolved, { render, dates }) : file.read(resolved, { render, dates, major });
    return { spreadsheetId, range: printResolved(resolved), lines, close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

export function listFiles(folder: string): OwnSpreadsheet[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .sort()
    .map((name) => {
      const file = openSheetFile(join(folder, name));
      const { title, sheets } = file.info();
      file.close();
      return { spreadsheetId: basename(name, '.sqlite'), name: title, sheets: sheets.map((sheet) => sheet.name) };
    });
}

/** False when there was none. */
export function removeFile(folder: string, id: string): boolean {
  const path = pathIn(folder, id);
  if (!isFileId(id) || !existsSync(path)) return false;
  rmSync(path);
  return true;
}

function pathIn(folder: string, id: string): string {
  return join(folder, `${id}.sqlite`);
}

function noSuchFile(): Failure {
  return new Failure({
    code: 'not_found',
    message: 'There is no such spreadsheet.',
    nextStep: 'Check the id; adhelm sheet list shows the imported ones of a workspace.',
  });
}
