import { invalidArguments } from '../../errors.ts';
import { parseRange } from '../../sheets/a1.ts';
import type { SheetCells } from '../reading/sheet-reading.ts';

/** Refuses repairs outside the range, which would change nothing without a word. */
export function refuseForeignRepairs(cells: SheetCells, repairs: Readonly<Record<string, string>> = {}): void {
  const foreign = Object.keys(repairs).filter((address) => !isWithin(cells, address));
  if (foreign.length === 0) return;
  throw invalidArguments(
    foreign.map((address) => ({ field: `repairs.${address}`, message: 'is no cell of the range' })),
    'Name cells as problems do, such as Plan!F7. Nothing was kept.',
  );
}

function isWithin({ tab, firstRow, firstColumn, shown }: SheetCells, address: string): boolean {
  let parsed: ReturnType<typeof parseRange>;
  try {
    parsed = parseRange(address);
  } catch {
    return false;
  }
  if (parsed.kind !== 'area' || (parsed.sheet !== null && parsed.sheet !== tab)) return false;
  const { startRow, startColumn, endRow, endColumn } = parsed.area;
  const isOneCell = endRow === startRow + 1 && endColumn === startColumn + 1;
  return isOneCell && startRow >= firstRow && startColumn >= firstColumn && startRow < firstRow + shown.length;
}
