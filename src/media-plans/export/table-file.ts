import { Turns } from '../../event-loop/turns.ts';
import { csvChunks } from '../../sheets/csv.ts';
import type { WrittenCell } from '../../sheets/writing/cell-xml.ts';
import { type WrittenTab, workbookPieces, XLSX_TYPE } from '../../sheets/writing/workbook-pieces.ts';
import type { FileFormat, PlanFile } from '../../tools/media-plan-files.ts';

/** Rows as a file of one tab. Text that begins like a formula has an apostrophe in CSV, which knows no types. */
export function tableFile(
  name: string,
  format: FileFormat,
  tab: WrittenTab & { rows: Iterable<readonly WrittenCell[]> },
): PlanFile {
  const file = `${fileNameOf(name)}.${format}`;
  if (format === 'xlsx') return { name: file, type: XLSX_TYPE, pieces: (signal) => workbookPieces([tab], signal) };
  return {
    name: file,
    type: 'text/csv; charset=utf-8',
    pieces: (signal) => csvChunks(batches(tab.rows), tab.widths.length, true, new Turns(signal)),
  };
}

const ROWS_AT_ONCE = 50;

function* batches(rows: Iterable<readonly WrittenCell[]>): Generator<string[][]> {
  let batch: string[][] = [];
  for (const row of rows) {
    batch.push(row.map(plainText));
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function plainText(cell: WrittenCell): string {
  if (cell === undefined) return '';
  if ('text' in cell) return cell.text;
  if ('day' in cell) return cell.day;
  return 'amount' in cell ? cell.amount : cell.number;
}

/** A name that every system and every header can hold. */
function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
  return plain.slice(0, 80).replace(/^[.-]+|[.-]+$/g, '') || 'media-plan';
}
