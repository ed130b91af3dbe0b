import type { DatabaseSync } from 'node:sqlite';
import { SegmentDraft, unpackSegment } from './segment.ts';

export interface MergedArea {
  startRow: number;
  endRow: number;
  startColumn: number;
  endColumn: number;
}

interface BlockRow {
  id: number;
  first_row: number;
  last_row: number;
}

/**
 * Removes the cells under merged areas, all but the top left one, as the platform's import does. Workbooks name merged
 * areas only after the cells, so this goes once more over the blocks they touch.
 */
export function dropCovered(db: DatabaseSync, sheet: number, merged: readonly MergedArea[]): void {
  const blocks = db.prepare('SELECT id, first_row, last_row FROM block WHERE sheet = ? ORDER BY id').all(sheet);
  const waiting = merged.toSorted((a, b) => b.startRow - a.startRow);
  let active: MergedArea[] = [];
  for (const block of blocks as unknown as BlockRow[]) {
    while (waiting.length > 0 && waiting.at(-1)!.startRow <= block.last_row) active.push(waiting.pop()!);
    active = active.filter(({ endRow }) => endRow > block.first_row);
    if (active.length > 0) cleanBlock(db, block, active);
  }
}

function cleanBlock(db: DatabaseSync, block: BlockRow, merged: readonly MergedArea[]): void {
  const segments = db.prepare('SELECT rowid, position, data FROM segment WHERE block = ?').all(block.id);
  for (const { rowid, position, data } of segments as unknown as { rowid: number; position: number; data: string }[]) {
    const over = merged.filter(({ startColumn, endColumn }) => startColumn <= position && position < endColumn);
    if (over.length > 0) cleanSegment(db, rowid, position, data, block.first_row, over);
  }
}

function cleanSegment(
  db: DatabaseSync,
  rowid: number,
  column: number,
  data: string,
  firstRow: number,
  over: readonly MergedArea[],
): void {
  const kept = new SegmentDraft();
  let dropped = 0;
  unpackSegment(data, firstRow, (row, value, format, formula) => {
    if (over.some((area) => covers(area, row, column))) dropped++;
    else kept.add(row, { value, format, formula });
  });
  if (dropped === 0) return;
  if (kept.rows.length === 0) db.prepare('DELETE FROM segment WHERE rowid = ?').run(rowid);
  else db.prepare('UPDATE segment SET data = ? WHERE rowid = ?').run(kept.pack(firstRow), rowid);
}

function covers({ startRow, endRow, startColumn }: MergedArea, row: number, column: number): boolean {
  return row >= startRow && row < endRow && !(row === startRow && column === startColumn);
}
