import { invalidArguments, type Problem } from '../../errors.ts';
import { parseRange } from '../../sheets/a1.ts';
import type { SheetCells } from '../reading/sheet-reading.ts';

/** The cells with what some of them count as instead: a repair changes our reading, never the file. */
export function repairedCells(cells: SheetCells, repairs: Readonly<Record<string, string>> = {}): SheetCells {
  const given = Object.entries(repairs);
  if (given.length === 0) return cells;
  const shown = [...cells.shown];
  const values = [...cells.values];
  const problems: Problem[] = [];
  for (const [address, text] of given) {
    const place = placeIn(cells, address);
    if (!place) {
      problems.push({ field: `repairs.${address}`, message: 'is no cell of the range' });
      continue;
    }
    const { row, column } = place;
    shown[row] = replaced(shown[row] ?? [], column, text, '');
    values[row] = replaced(values[row] ?? [], column, plainValue(text), '');
  }
  if (problems.length > 0)
    throw invalidArguments(problems, 'Name cells as problems do, such as Plan!F7. Nothing was kept.');
  return { ...cells, shown, values };
}

function replaced<T>(row: readonly T[], column: number, value: T, blank: T): T[] {
  const copy = [...row];
  while (copy.length < column) copy.push(blank);
  copy[column] = value;
  return copy;
}

function placeIn(cells: SheetCells, address: string): { row: number; column: number } | undefined {
  let parsed: ReturnType<typeof parseRange>;
  try {
    parsed = parseRange(address);
  } catch {
    return undefined;
  }
  if (parsed.kind !== 'area' || (parsed.sheet !== null && parsed.sheet !== cells.tab)) return undefined;
  const { startRow, startColumn, endRow, endColumn } = parsed.area;
  if (endRow !== startRow + 1 || endColumn !== startColumn + 1) return undefined;
  const [row, column] = [startRow - cells.firstRow, startColumn - cells.firstColumn];
  return row >= 0 && column >= 0 && row < cells.shown.length ? { row, column } : undefined;
}

/** A repaired amount is written with a point, whatever the sheet's own way is. */
function plainValue(text: string): unknown {
  return /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
