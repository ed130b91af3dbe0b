import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseRange } from '../a1.ts';
import { resolveRange } from '../a1-resolve.ts';
import { MILLION, makeMillion, millionCell } from './fixtures/make-million.ts';
import { openSheetFile } from './sheet-file.ts';
import { gridOf } from './stored-files.ts';

const MEGABYTE = 1024 ** 2;
/** As `serve` has it. */
const AS_SERVED = ['--heap-growing-percent=50'];
const folder = mkdtempSync(join(tmpdir(), 'sheet-million-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a million cells import in bounded memory, and ranges come from anywhere', async () => {
  const source = join(folder, 'million.xlsx');
  await makeMillion(source);
  expect(statSync(source).size).toBeGreaterThan(35 * MEGABYTE);
  const program = join(import.meta.dirname, 'fixtures', 'import-measured.testing.ts');
  const report = JSON.parse(
    execFileSync(process.execPath, [...AS_SERVED, program, source, folder, 'million'], { encoding: 'utf8' }),
  );
  expect(report).toMatchObject({ cells: MILLION.rows * MILLION.columns });
  expect(report.steps).toBeGreaterThan(100);
  expect(report.overBaseline).toBeLessThan(200 * MEGABYTE);

  const file = openSheetFile(report.path);
  const read = (range: string) => {
    const cells = resolveRange(parseRange(range), gridOf(file.info));
    return [...file.read(cells, { render: 'UNFORMATTED_VALUE' }).batches()].flat();
  };
  const expected = (firstRow: number, lastRow: number, columns: number[]) =>
    Array.from({ length: lastRow - firstRow + 1 }, (_, at) =>
      columns.map((column) => millionCell(firstRow - 1 + at, column)),
    );
  expect(read('Big!A1:C3')).toEqual(expected(1, 3, [0, 1, 2]));
  expect(read('Big!G25000:J25400')).toEqual(expected(25_000, 25_400, [6, 7, 8, 9]));
  expect(read('Big!S49999:ZZ')).toEqual(expected(49_999, 50_000, [18, 19]));
  expect(read('Big!T:T').length).toBe(MILLION.rows);
  file.close();
}, 300_000);
