import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSheetFile } from './sheet-file.ts';
import { checkedEncoding } from './text-source.ts';
import { WorksheetVisitor } from './worksheet.ts';

function visitor(): WorksheetVisitor {
  const style = () => ({ format: 0, serial: (value: number) => value });
  return new WorksheetVisitor({ sharedString: () => '', style, isoDate: () => null, put() {} });
}

test('a tab has as many rows and merged areas as any program writes, and no more', () => {
  expect(() => visitor().open('row', { r: '1048576' })).not.toThrow();
  expect(() => visitor().open('row', { r: '1048577' })).toThrow('more than 1048576 rows');
  const merging = visitor();
  merging.merged.length = 999_999;
  merging.open('mergeCell', { ref: 'A1:B2' });
  expect(() => merging.open('mergeCell', { ref: 'A1:B2' })).toThrow('more than 1000000 merged areas');
});

test('shared formulas of a tab are bounded together', () => {
  const sheet = visitor();
  sheet.open('row', {});
  const formula = 'A'.repeat(8_000);
  const add = (index: number) => {
    sheet.open('c', {});
    sheet.open('f', { t: 'shared', si: String(index) });
    sheet.text(formula);
    sheet.close('f');
    sheet.close('c');
  };
  for (let index = 0; index < 2_000; index += 1) add(index);
  expect(() => add(2_000)).toThrow('too many shared formulas');
});

test('a file of another layout is not read as one of ours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-layout-'));
  const path = join(folder, 'file.sqlite');
  const db = new DatabaseSync(path);
  db.exec(
    `PRAGMA user_version = 2; CREATE TABLE about (info TEXT, formats TEXT); INSERT INTO about VALUES ('{}', '[]');`,
  );
  db.close();
  expect(() => openSheetFile(path)).toThrow('has layout 2');
  rmSync(folder, { recursive: true });
});

test('an encoding is named for text alone, and is one that is known', () => {
  expect(checkedEncoding('latin1', 'text')).toBe('windows-1252');
  expect(checkedEncoding(undefined, 'xlsx')).toBeUndefined();
  expect(() => checkedEncoding('utf-8', 'xlsx')).toThrow('text files only');
  expect(() => checkedEncoding('klingon', 'text')).toThrow('not an encoding');
});
