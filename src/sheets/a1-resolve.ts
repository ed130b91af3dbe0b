import { invalidArguments } from '../errors.ts';
import {
  type Area,
  columnLetters,
  notAnArea,
  parseArea,
  printRange,
  printTitle,
  type Range,
  wrongRange,
} from './a1.ts';

export interface GridSheet {
  /** The `gid` of addresses. */
  id: number;
  name: string;
  rows: number;
  columns: number;
  hidden: boolean;
}

export interface NamedRange {
  name: string;
  sheet: string;
  area: Area;
}

/** What of a workbook is needed to know which cells a range means. */
export interface Grid {
  sheets: readonly GridSheet[];
  namedRanges: readonly NamedRange[];
}

/** Cells of one tab, 0-based and end-exclusive, all inside its grid. `sheet` is the title as stored. */
export interface ResolvedRange {
  sheet: string;
  startRow: number;
  endRow: number;
  startColumn: number;
  endColumn: number;
}

const WHOLE_SHEET: Area = { startRow: 0, endRow: null, startColumn: 0, endColumn: null };

/** Tried in the platform's order: a named range, then cells, then a tab. Cells without a tab are in `openTab`, if there is one. */
export function resolveRange(range: Range, grid: Grid, openTab?: number): ResolvedRange {
  const named = findNamed(range, grid);
  if (named) return clamp(named.area, sheetOf(named.sheet, grid));
  if (range.kind === 'area')
    return clamp(range.area, range.sheet === null ? unnamedSheet(grid, openTab) : sheetOf(range.sheet, grid));
  if (range.kind === 'sheet') return clamp(WHOLE_SHEET, sheetOf(range.sheet, grid));
  const sheet = matching(range.name, grid.sheets);
  if (sheet) return clamp(WHOLE_SHEET, sheet);
  throw unknownName(range.name, grid);
}

/** The range as the platform echoes it: always with its tab. */
export function printResolved({ sheet, ...area }: ResolvedRange): string {
  return printRange({ kind: 'area', sheet, area });
}

/** Excel allows names the platform would read as cells (XYZ2), so unqualified cells are looked up as well. */
function findNamed(range: Range, grid: Grid): NamedRange | undefined {
  if (range.kind === 'name') return matching(range.name, grid.namedRanges);
  if (range.kind === 'area' && range.sheet === null) return matching(printRange(range), grid.namedRanges);
  return undefined;
}

function sheetOf(title: string, grid: Grid): GridSheet {
  const sheet = matching(title, grid.sheets);
  if (!sheet) throw wrongRange(`names a tab that does not exist: ${printTitle(title)}. ${tabsOf(grid)}`);
  return sheet;
}

function unnamedSheet(grid: Grid, openTab: number | undefined): GridSheet {
  return openTab === undefined ? firstVisible(grid) : tabWithId(grid, openTab);
}

/** The tab an address points at by its `gid`. */
export function tabWithId(grid: Grid, id: number): GridSheet {
  const sheet = grid.sheets.find((one) => one.id === id);
  if (sheet) return sheet;
  throw invalidArguments(
    [{ field: 'spreadsheet_id', message: `points at a tab that does not exist: gid=${id}. ${tabsOf(grid)}` }],
    'Leave the gid out of the address and name the tab in the range: Sheet1!A1:C10.',
  );
}

function firstVisible(grid: Grid): GridSheet {
  const sheet = grid.sheets.find(({ hidden }) => !hidden) ?? grid.sheets[0];
  if (!sheet) throw wrongRange('cannot be read: the spreadsheet has no tab with cells.');
  return sheet;
}

/** The same letters first, then any case; an é typed as one sign or as two is the same é. */
function matching<T extends { name: string }>(name: string, candidates: readonly T[]): T | undefined {
  return candidates.find((one) => one.name === name) ?? candidates.find((one) => folded(one.name) === folded(name));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function unknownName(name: string, grid: Grid): Error {
  const mark = name.lastIndexOf('!');
  const title = name.slice(0, Math.max(mark, 0));
  if (mark > 0 && matching(title, grid.sheets)) return notAnArea(name.slice(mark + 1), title);
  const pieces = name.split(/[,;]/);
  if (pieces.length > 1 && pieces.every((piece) => parseArea(piece.trim())))
    return wrongRange(`holds several rectangles: "${name}". Ask for one at a time.`);
  return wrongRange(`"${name}" is neither a named range, nor cells, nor a tab. ${tabsOf(grid)}`);
}

function tabsOf(grid: Grid): string {
  const shown = grid.sheets.slice(0, 20).map(({ name }) => printTitle(name));
  const more = grid.sheets.length - shown.length;
  return `The tabs are ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** A start outside the grid is refused, an end outside it is drawn in. */
function clamp(area: Area, { name, rows, columns }: GridSheet): ResolvedRange {
  const size = `${printTitle(name)} has ${rows} rows and ${columns} columns`;
  if (area.startRow >= rows) throw wrongRange(`exceeds the grid: it starts at row ${area.startRow + 1} and ${size}.`);
  if (area.startColumn >= columns) {
    throw wrongRange(`exceeds the grid: it starts at column ${columnLetters(area.startColumn)} and ${size}.`);
  }
  return {
    sheet: name,
    startRow: area.startRow,
    endRow: Math.min(area.endRow ?? rows, rows),
    startColumn: area.startColumn,
    endColumn: Math.min(area.endColumn ?? columns, columns),
  };
}
