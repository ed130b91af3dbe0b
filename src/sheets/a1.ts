import { type Failure, invalidArguments } from '../errors.ts';

/** The widest sheet the platform knows: column `ZZZ`. */
export const COLUMNS_MAX = 18_278;

/** A rectangle, 0-based and end-exclusive; a `null` end reaches to the edge of the sheet. A parsed one has at least one end. */
export interface Area {
  startRow: number;
  endRow: number | null;
  startColumn: number;
  endColumn: number | null;
}

export type Range =
  /** A bare word: a named range, or else a tab. Only the workbook can tell. */
  | { kind: 'name'; name: string }
  /** A quoted title on its own: always the tab. */
  | { kind: 'sheet'; sheet: string }
  /** Cells, of the first visible tab when `sheet` is null. */
  | { kind: 'area'; sheet: string | null; area: Area };

export function parseRange(text: string): Range {
  const trimmed = text.trim();
  if (trimmed === '') throw wrongRange('is empty. Write for instance Sheet1!A1:C10.');
  return trimmed.startsWith("'") ? parseQuoted(trimmed) : parseBare(trimmed);
}

/** One spelling for each range: corners in order, no `$`, capitals, quotes only where they are needed. */
export function printRange(range: Range): string {
  if (range.kind === 'name') return range.name;
  if (range.kind === 'sheet') return quoteTitle(range.sheet);
  const area = printArea(range.area);
  return range.sheet === null ? area : `${printTitle(range.sheet)}!${area}`;
}

export function wrongRange(message: string): Failure {
  return invalidArguments(
    [{ field: 'range', message }],
    "Correct the range and ask again: cells (Sheet1!A1:C10), columns (Sheet1!A:C), rows (Sheet1!2:5), a whole tab ('My tab') or a named range.",
  );
}

function parseQuoted(text: string): Range {
  const { title, rest } = readQuotedTitle(text);
  if (rest === '') return { kind: 'sheet', sheet: title };
  const cells = rest.slice(1);
  const area = parseArea(cells);
  if (!area) throw notAnArea(cells, title);
  return { kind: 'area', sheet: title, area };
}

/** The platform's own pages leave an inner quote single ('Jon's_Data'!A1), so only `'!` or a last `'` closes a title. */
function readQuotedTitle(text: string): { title: string; rest: string } {
  let title = '';
  for (let at = 1; at < text.length; at++) {
    const next = text[at + 1];
    if (text[at] === "'" && next === "'") at++;
    else if (text[at] === "'" && (next === undefined || next === '!')) {
      if (title === '') throw wrongRange(`has an empty tab title: ${text}.`);
      return { title, rest: text.slice(at + 1) };
    }
    title += text[at];
  }
  throw wrongRange(`opens a quoted tab title that is never closed: ${text}. Write 'title'!A1, an inner ' doubled.`);
}

function parseBare(text: string): Range {
  const mark = text.lastIndexOf('!');
  const sheet = mark < 0 ? null : text.slice(0, mark);
  const cells = text.slice(mark + 1);
  if (sheet === '') throw wrongRange(`has no tab title before the "!": ${text}.`);
  if (cells === '') throw notAnArea(cells, sheet!);
  const area = parseArea(cells);
  // A tab's title may itself hold a "!", so text that does not end in cells may still be the whole title.
  return area ? { kind: 'area', sheet, area } : { kind: 'name', name: text };
}

export function notAnArea(cells: string, title: string): Failure {
  const tab = printTitle(title);
  if (cells === '')
    return wrongRange(`has nothing after "${tab}!". Name cells, or leave the "!" out for the whole tab.`);
  if (cells.includes(',')) return wrongRange(`holds several rectangles: "${cells}". Ask for one at a time.`);
  return wrongRange(
    `names the cells "${cells}" of the tab ${tab}, which are not a cell, a rectangle, columns or rows.`,
  );
}

interface Corner {
  row: number | null;
  column: number | null;
}

/** `null` when the text does not have the form of cells. */
export function parseArea(text: string): Area | null {
  const [from, to, ...more] = text.split(':').map(parseCorner);
  if (!from || to === null || more.length > 0) return null;
  // Alone, "A" and "5" are names.
  if (!to && (from.row === null || from.column === null)) return null;
  const [startRow, endRow] = span(from.row, (to ?? from).row);
  const [startColumn, endColumn] = span(from.column, (to ?? from).column);
  // "A:5" has neither a last row nor a last column.
  return endRow === null && endColumn === null ? null : { startRow, endRow, startColumn, endColumn };
}

/** Corners come in any order. Where one of them is silent ("A2:B", "B5:9") the area runs to the edge of the sheet. */
function span(a: number | null, b: number | null): [start: number, end: number | null] {
  if (a !== null && b !== null) return [Math.min(a, b), Math.max(a, b) + 1];
  return [a ?? b ?? 0, null];
}

function parseCorner(text: string): Corner | null {
  const a1 = /^(?:\$?([a-z]{1,3}))?(?:\$?(\d{1,9}))?$/i.exec(text);
  if (a1 && text !== '') {
    const column = a1[1] === undefined ? null : columnIndex(a1[1]);
    const row = a1[2] === undefined ? null : Number(a1[2]) - 1;
    return row === -1 ? null : { row, column };
  }
  return parseR1C1(text);
}

/** Relative forms count from A1: a read has no cell of its own. */
function parseR1C1(text: string): Corner | null {
  const parts = /^R(?:(\d{1,9})|\[(-?\d{1,9})\])C(?:(\d{1,9})|\[(-?\d{1,9})\])$/i.exec(text);
  if (!parts) return null;
  const row = parts[1] === undefined ? Number(parts[2]) : Number(parts[1]) - 1;
  const column = parts[3] === undefined ? Number(parts[4]) : Number(parts[3]) - 1;
  return row < 0 || column < 0 || column >= COLUMNS_MAX ? null : { row, column };
}

/** Both ends open is a whole tab, which is written by its title. */
function printArea({ startRow, endRow, startColumn, endColumn }: Area): string {
  const left = columnLetters(startColumn);
  if (endRow === null) {
    return `${left}${startRow === 0 ? '' : startRow + 1}:${columnLetters(endColumn! - 1)}`;
  }
  if (endColumn === null) return `${startColumn === 0 ? '' : left}${startRow + 1}:${endRow}`;
  const first = `${left}${startRow + 1}`;
  const last = `${columnLetters(endColumn - 1)}${endRow}`;
  return first === last ? first : `${first}:${last}`;
}

/** Bare only where nothing could take the title for something else. */
export function printTitle(title: string): string {
  const plain = /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(title) && parseArea(title) === null;
  return plain ? title : quoteTitle(title);
}

function quoteTitle(title: string): string {
  return `'${title.replaceAll("'", "''")}'`;
}

export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

export function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}
