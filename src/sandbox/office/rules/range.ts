import { invalidArgument } from '../errors.ts';
import type { Rectangle, Tab, Workbook } from '../state/workbook.ts';

export interface ResolvedRange {
  tab: Tab;
  area: Rectangle;
}

/** Rows and columns from 0, ends exclusive; a missing end reaches to the end of the grid. */
interface OpenArea {
  row0: number;
  column0: number;
  row1?: number;
  column1?: number;
}

/** Which cells a range means in this workbook; refuses in the platform's words. */
export function resolveRange(workbook: Workbook, text: string): ResolvedRange {
  const unparsable = () => invalidArgument(`Unable to parse range: ${text}`);
  const found = find(workbook, text);
  if (!found || found.tab.chart) throw unparsable();
  const { tab, area } = found;
  if (area.row0 >= tab.rowCount || area.column0 >= tab.columnCount) {
    throw invalidArgument(
      `Range (${printOpen(tab, area)}) exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`,
    );
  }
  return { tab, area: clamp(tab, area) };
}

export function resolveRanges(workbook: Workbook, texts: readonly string[]): ResolvedRange[] {
  return texts.map((text) => resolveRange(workbook, text));
}

export function wholeTab(tab: Tab): ResolvedRange {
  return { tab, area: clamp(tab, EVERYTHING) };
}

/** The resolved rectangle as the platform echoes it: always with its tab, one cell without a colon. */
export function printRange({ tab, area }: ResolvedRange): string {
  return printOpen(tab, area);
}

const EVERYTHING: OpenArea = { row0: 0, column0: 0 };

function find(workbook: Workbook, text: string): { tab: Tab; area: OpenArea } | undefined {
  const { title, quoted, rest } = splitTitle(text);
  if (title !== undefined) {
    const tab = quoted ? tabCalled(workbook, title) : tabCalledUnquoted(workbook, title);
    const area = rest === undefined ? EVERYTHING : readArea(rest);
    return tab && area && { tab, area };
  }
  const named = workbook.namedRanges.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (named) return { tab: workbook.tabs.find(({ sheetId }) => sheetId === named.sheetId)!, area: named.area };
  // A tab called CO2 has to be quoted: without quotes the text is a cell of the first visible tab.
  const area = readArea(text);
  const tab = area ? workbook.tabs.find(({ hidden }) => !hidden) : tabCalledUnquoted(workbook, text);
  return tab && { tab, area: area ?? EVERYTHING };
}

/** The tab's part and what follows its exclamation mark; no title when the text has neither quotes nor mark. */
function splitTitle(text: string): { title?: string; quoted?: boolean; rest?: string } {
  if (text.startsWith("'")) {
    // The closing quote is the first single one before the mark or the end; the platform's own examples leave inner ones undoubled.
    const match = /^'((?:''|[^']|'(?!!|$))*)'(?:!(.*))?$/s.exec(text);
    return match ? { title: match[1]!.replaceAll("''", "'"), quoted: true, rest: match[2] } : {};
  }
  const mark = text.lastIndexOf('!');
  return mark < 0 ? {} : { title: text.slice(0, mark), quoted: false, rest: text.slice(mark + 1) };
}

function tabCalled(workbook: Workbook, title: string): Tab | undefined {
  return workbook.tabs.find((tab) => tab.title.toLowerCase() === title.toLowerCase());
}

function tabCalledUnquoted(workbook: Workbook, title: string): Tab | undefined {
  return isPlain(title) ? tabCalled(workbook, title) : workbook.tabs.find((tab) => tab.title === title);
}

const CELL = /^\$?([a-z]{1,3})\$?(\d+)$/i;
const COLUMN = /^\$?([a-z]{1,3})$/i;
const ROW = /^\$?(\d+)$/;
const ROW_COLUMN = /^R(?:(\d+)|\[(-?\d+)\])C(?:(\d+)|\[(-?\d+)\])$/i;

interface Corner {
  row?: number;
  column?: number;
}

function readArea(text: string): OpenArea | undefined {
  const parts = text.split(':');
  const corners = parts.map(readCorner);
  const [start, end = start] = corners;
  if (parts.length > 2 || !start || !end || corners.includes(undefined)) return undefined;
  // R1C1 stands only beside R1C1.
  if (parts.some((part) => ROW_COLUMN.test(part)) && !parts.every((part) => ROW_COLUMN.test(part))) return undefined;
  if (!isWhole(start) && (parts.length === 1 || !sameShape(start, end))) return undefined;
  const rows = [start.row, end.row].filter((row) => row !== undefined);
  const columns = [start.column, end.column].filter((column) => column !== undefined);
  return {
    row0: Math.min(...rows, rows.length === 0 ? 0 : Number.POSITIVE_INFINITY),
    column0: Math.min(...columns, columns.length === 0 ? 0 : Number.POSITIVE_INFINITY),
    ...(end.row !== undefined && { row1: Math.max(...rows) + 1 }),
    ...(end.column !== undefined && { column1: Math.max(...columns) + 1 }),
  };
}

function isWhole({ row, column }: Corner): boolean {
  return row !== undefined && column !== undefined;
}

function sameShape(a: Corner, b: Corner): boolean {
  return (a.row === undefined) === (b.row === undefined) && (a.column === undefined) === (b.column === undefined);
}

function readCorner(text: string): Corner | undefined {
  const cell = CELL.exec(text);
  if (cell) return counted({ column: columnNumber(cell[1]!), row: Number(cell[2]) });
  const column = COLUMN.exec(text);
  if (column) return counted({ column: columnNumber(column[1]!) });
  const row = ROW.exec(text);
  if (row) return counted({ row: Number(row[1]) });
  const rowColumn = ROW_COLUMN.exec(text);
  // The relative form counts from A1, so R[1] is the second row.
  if (rowColumn) {
    const [, rowFixed, rowMoved, columnFixed, columnMoved] = rowColumn;
    return counted({
      row: Number(rowFixed ?? Number(rowMoved) + 1),
      column: Number(columnFixed ?? Number(columnMoved) + 1),
    });
  }
  return undefined;
}

/** From counting at 1 to counting at 0; there is no row or column before the first. */
function counted({ row, column }: Corner): Corner | undefined {
  if ((row ?? 1) < 1 || (column ?? 1) < 1) return undefined;
  return { ...(row !== undefined && { row: row - 1 }), ...(column !== undefined && { column: column - 1 }) };
}

function clamp(tab: Tab, area: OpenArea): Rectangle {
  return {
    row0: area.row0,
    column0: area.column0,
    row1: Math.min(area.row1 ?? tab.rowCount, tab.rowCount),
    column1: Math.min(area.column1 ?? tab.columnCount, tab.columnCount),
  };
}

function printOpen(tab: Tab, { row0, column0, row1, column1 }: OpenArea): string {
  const start = `${columnLetters(column0)}${row0 + 1}`;
  const end = `${column1 === undefined ? '' : columnLetters(column1 - 1)}${row1 ?? ''}`;
  return `${quoteTitle(tab.title)}!${start === end || end === '' ? start : `${start}:${end}`}`;
}

function quoteTitle(title: string): string {
  return isPlain(title) ? title : `'${title.replaceAll("'", "''")}'`;
}

/** Titles beyond ASCII are echoed in quotes too. */
function isPlain(title: string): boolean {
  return /^[a-z_][a-z0-9_]*$/i.test(title) && !CELL.test(title) && !/^R\d*C\d*$/i.test(title);
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

function columnLetters(index: number): string {
  return index < 0 ? '' : columnLetters(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26));
}
