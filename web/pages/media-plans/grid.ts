import type { Meaning, MediaPlan, PlannedRow, SheetProblem } from '../../api/media-plans.ts';
import { MEANINGS, NUMERIC, SKIPPED } from './words.ts';

export interface GridColumn {
  letter: string;
  /** Null: not known, not used. */
  meaning: Meaning | null;
  found: MediaPlan['mapping'][number]['found'];
  written: string | undefined;
  isNumeric: boolean;
  /** In pixels. */
  width: number;
}

export interface GridRow {
  /** As the sheet counts. */
  number: number;
  kind: 'heads' | 'in' | 'out' | 'skipped';
  cells: readonly string[];
  /** Why it is skipped, and in which cell that stands. */
  reason?: string;
  reasonAt?: number;
  planned?: PlannedRow | undefined;
}

export interface Grid {
  columns: GridColumn[];
  rows: GridRow[];
  /** By address without the tab: F7. The gravest first. */
  problems: Map<string, SheetProblem[]>;
}

/** 0 is A, 26 is AA. */
export function letterOf(index: number): string {
  const rest = index % 26;
  const letter = String.fromCharCode(65 + rest);
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** `'My plan'!F7` → F7. */
export const bareCell = (address: string): string => address.slice(address.lastIndexOf('!') + 1).replaceAll('$', '');

export const placeOf = (address: string): { letter: string; row: number } => {
  const [, letter = '', row = '0'] = /^([A-Z]*)(\d*)/.exec(bareCell(address)) ?? [];
  return { letter, row: Number(row) };
};

/** The sheet as it was read, with what became of each row and cell. */
export function gridOf(plan: MediaPlan): Grid {
  const { cells, mapping, rows, skipped, problems } = plan;
  const width = Math.max(0, ...cells.shown.map((row) => row.length));
  const letters = Array.from({ length: width }, (_, at) => letterOf(cells.firstColumn + at));
  const byLetter = new Map(mapping.map((one) => [one.column, one]));
  const planned = new Map(rows.flatMap((row) => row.rows.map((number) => [number, row] as const)));
  const left = new Map(skipped.map((one) => [one.row, one]));
  const marked = new Set(problems.map(({ cell }) => placeOf(cell).letter));
  const columns = letters.map((letter, at): GridColumn => {
    const found = byLetter.get(letter);
    const meaning = found?.meaning ?? null;
    return {
      letter,
      meaning,
      found: found?.found ?? 'not_found',
      written: found?.written,
      isNumeric: meaning !== null && NUMERIC.includes(meaning),
      width: widthOf(cells.shown, at, meaning, marked.has(letter) ? SHAPE_PX : 0),
    };
  });
  return {
    columns,
    rows: cells.shown.map((shown, at) => {
      const number = cells.firstRow + at + 1;
      const all = letters.map((_, column) => shown[column] ?? '');
      return rowOf(number, all, { columns, planned: planned.get(number), skipped: left.get(number)?.kind });
    }),
    problems: byCell(problems),
  };
}

interface Judged {
  columns: readonly GridColumn[];
  planned: PlannedRow | undefined;
  skipped: MediaPlan['skipped'][number]['kind'] | undefined;
}

function rowOf(number: number, cells: readonly string[], { columns, planned, skipped }: Judged): GridRow {
  if (skipped === 'heads') return { number, kind: 'heads', cells };
  if (skipped) {
    const reasonAt = widestEmpty(cells, columns);
    return { number, kind: 'skipped', cells, reason: SKIPPED[skipped], ...(reasonAt >= 0 && { reasonAt }) };
  }
  // A row that belongs to no campaign was kept out by a problem of its own.
  return { number, kind: planned && planned.fate !== 'out' ? 'in' : 'out', cells, planned };
}

/** Where a reason can be read best; -1 where no cell is empty. The last of several that are as wide. */
function widestEmpty(cells: readonly string[], columns: readonly GridColumn[]): number {
  const widths = cells.map((text, at) => (text === '' ? columns[at]!.width : -1));
  const most = Math.max(...widths);
  return most < 0 ? -1 : widths.lastIndexOf(most);
}

const SAMPLE = 300;
/** Longer texts have the greatest width anyway. */
const TEXT_MAX = 60;
/** Digits and capitals are wider than small letters, and Chinese and Japanese signs twice as wide. */
const LETTER_PX = { small: 6.4, large: 8, wide: 13, point: 3.8 };
const SHAPE_PX = 20;
/** The edges and the arrow of what a column was taken for, and a letter in it. */
const SELECT_PX = 43;
const SELECT_LETTER_PX = 6.4;

function textPx(text: string): number {
  let sum = 0;
  for (const letter of text.slice(0, TEXT_MAX))
    sum +=
      LETTER_PX[
        /[\u2e80-\uffff]/.test(letter)
          ? 'wide'
          : /[.,:;'|!il ]/.test(letter)
            ? 'point'
            : /[\dA-Z€$%@mwMW–—]/.test(letter)
              ? 'large'
              : 'small'
      ];
  return sum;
}

function widthOf(
  shown: readonly (readonly string[])[],
  column: number,
  meaning: Meaning | null,
  shapePx: number,
): number {
  const longest = Math.max(0, ...shown.slice(0, SAMPLE).map((row) => textPx(row[column] ?? '')));
  const wanted = longest + (meaning === 'channel' ? 52 : 20) + shapePx;
  const head = meaning === null ? 0 : MEANINGS[meaning].length * SELECT_LETTER_PX + SELECT_PX;
  return Math.min(Math.max(wanted, head, 76), 240);
}

function byCell(problems: readonly SheetProblem[]): Map<string, SheetProblem[]> {
  const found = new Map<string, SheetProblem[]>();
  for (const problem of problems) {
    const cell = bareCell(problem.cell);
    found.set(
      cell,
      [...(found.get(cell) ?? []), problem].toSorted((one, other) => weight(one) - weight(other)),
    );
  }
  return found;
}

const weight = ({ level }: SheetProblem): number => (level === 'stop' ? 0 : 1);

/** What keeps rows out first, then by place. */
export function inOrder(problems: readonly SheetProblem[]): SheetProblem[] {
  const place = (problem: SheetProblem) => {
    const { letter, row } = placeOf(problem.cell);
    return { row, column: letter.length * 1_000 + letter.charCodeAt(0) };
  };
  return problems.toSorted((one, other) => {
    const [a, b] = [place(one), place(other)];
    return weight(one) - weight(other) || a.row - b.row || a.column - b.column;
  });
}

/** The value of a cell: what was given for it, else what stands there. */
export function valueAt({ cells, repairs }: Pick<MediaPlan, 'cells' | 'repairs'>, address: string): string {
  const given = repairOf(repairs, bareCell(address));
  if (given !== undefined) return given;
  const { letter, row } = placeOf(address);
  const column = [...letter].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1;
  return cells.shown[row - 1 - cells.firstRow]?.[column - cells.firstColumn] ?? '';
}

export const repairOf = (repairs: MediaPlan['repairs'], cell: string): string | undefined =>
  Object.entries(repairs).find(([address]) => bareCell(address) === cell)?.[1];
