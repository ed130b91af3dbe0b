import { columnIndex } from '../../sheets/a1.ts';
import type { SheetProblem } from '../../tools/media-plan-desk.ts';
import type { ProblemKind } from '../../tools/media-planning.ts';
import type { PlanLine } from '../reading/sheet-reading.ts';

/** What stands besides the words of a problem. */
export type ProblemMore = Partial<Pick<SheetProblem, 'allowed' | 'repair'>>;

/** Without a kind it is about the value of its cell. */
type NewProblem = Omit<SheetProblem, 'kind'> & { kind?: ProblemKind | undefined };

/** The problems of one check, each told once. */
export class SheetProblems {
  readonly #told = new Map<string, SheetProblem>();
  readonly #stopped = new Set<string>();

  add({ cell, level, kind = 'value', message, allowed, repair }: NewProblem): void {
    const known = this.#told.get(`${cell} ${message}`);
    if (known?.level === 'stop') return;
    if (level === 'stop') this.#stopped.add(cell);
    this.#told.set(`${cell} ${message}`, {
      cell,
      level,
      kind,
      message,
      ...(allowed !== undefined && { allowed }),
      ...(repair !== undefined && { repair }),
    });
  }

  /** Whether the row of this cell stays out because of it. */
  hasStop(cell: string): boolean {
    return this.#stopped.has(cell);
  }

  /** By row, then by column; in a cell what stops comes first, and else what was told first. */
  sorted(): SheetProblem[] {
    const places = new Map([...this.#told.values()].map((one) => [one, placeOf(one.cell)]));
    return [...this.#told.values()].sort((a, b) => {
      const [one, other] = [places.get(a)!, places.get(b)!];
      return (
        one.row - other.row || one.column - other.column || Number(b.level === 'stop') - Number(a.level === 'stop')
      );
    });
  }
}

function placeOf(cell: string): { row: number; column: number } {
  const [, letters, row] = /(?:^|!)\$?([A-Z]{1,3})\$?(\d+)$/.exec(cell) ?? [];
  return letters === undefined ? { row: 0, column: 0 } : { row: Number(row), column: columnIndex(letters) };
}

/** The cell of a row that a problem is told in: that of the field, else that of its campaign, else any. */
export function cellIn(line: PlanLine, field: string): string {
  const { cells } = line;
  return cells[field] ?? cells.campaign ?? Object.values(cells)[0] ?? `A${line.row}`;
}
