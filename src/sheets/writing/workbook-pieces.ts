import { Buffer } from 'node:buffer';
import { Turns } from '../../event-loop/turns.ts';
import { CellLooks } from './cell-looks.ts';
import { cellXml, escapedXml, type WrittenCell } from './cell-xml.ts';
import { ZipPieces } from './zip-pieces.ts';

export interface WrittenTab {
  name: string;
  /** Of the first cell, counted from 0. */
  firstRow?: number | undefined;
  firstColumn?: number | undefined;
  /** In characters, from the first column on. */
  widths: readonly number[];
  /** How many rows, from the first, are bold. They stay in sight when the rest is scrolled. */
  heads: number;
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>;
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** More than this is kept back no longer. */
const PIECE_CHARACTERS = 32_768;
const ROWS_MAX = 1_048_576;
const WIDTH_MAX = 255;

/**
 * A workbook (.xlsx) that leaves piece by piece, in turns: neither its rows nor its bytes are ever held as a whole. Text is always
 * written as text, so that none is run as a formula.
 */
export async function* workbookPieces(tabs: readonly WrittenTab[], signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const zip = new ZipPieces();
  const looks = new CellLooks();
  const names = tabNames(tabs.map(({ name }) => name));
  yield* zip.entry('[Content_Types].xml', [PROLOGUE, contentTypes(tabs.length)]);
  yield* zip.entry('_rels/.rels', [PROLOGUE, relations([['rId1', 'officeDocument', 'xl/workbook.xml']])]);
  yield* zip.entry('xl/workbook.xml', [PROLOGUE, workbookXml(names)]);
  yield* zip.entry('xl/_rels/workbook.xml.rels', [
    PROLOGUE,
    relations([
      ...tabs.map((_, at): Relation => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`]),
      [`rId${tabs.length + 1}`, 'styles', 'styles.xml'],
    ]),
  ]);
  for (const [at, tab] of tabs.entries())
    yield* zip.entry(`xl/worksheets/sheet${at + 1}.xml`, worksheetXml(tab, looks, signal));
  yield* zip.entry('xl/styles.xml', [PROLOGUE, looks.xml(escapedXml)]);
  yield* zip.end();
}

/** The whole of it, for what is known to be small. */
export async function workbookBytes(tabs: readonly WrittenTab[], signal?: AbortSignal): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of workbookPieces(tabs, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* worksheetXml(tab: WrittenTab, looks: CellLooks, signal?: AbortSignal): AsyncGenerator<string> {
  const { firstRow = 0, firstColumn = 0, heads, widths, rows } = tab;
  const turns = new Turns(signal);
  let text = `${PROLOGUE}<worksheet xmlns="${MAIN}">${paneXml(firstRow, heads)}${widthsXml(firstColumn, widths)}<sheetData>`;
  let row = firstRow;
  for await (const cells of rows) {
    if (row >= ROWS_MAX) throw new RangeError(`A tab of a workbook has at most ${ROWS_MAX} rows.`);
    const isHead = row - firstRow < heads;
    const inside = cells.map((cell, at) => cellXml(cell, row, firstColumn + at, isHead, looks)).join('');
    if (inside !== '') text += `<row r="${row + 1}">${inside}</row>`;
    row += 1;
    await turns.pause();
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData></worksheet>`;
}

function paneXml(firstRow: number, heads: number): string {
  const rows = firstRow + heads;
  const pane =
    heads === 0 ? '' : `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/>`;
  return `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
}

function widthsXml(firstColumn: number, widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const columns = widths.map((width, at) => {
    const column = firstColumn + at + 1;
    return `<col min="${column}" max="${column}" width="${Math.min(width, WIDTH_MAX)}" customWidth="1"/>`;
  });
  return `<cols>${columns.join('')}</cols>`;
}

const TAB_CHARACTERS_MAX = 31;

/** What spreadsheet programs take as names of tabs: short, without some signs, and each once. */
export function tabNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name, at) => {
    const plain = name
      .toWellFormed()
      .replaceAll(/[\p{Cc}\ufffe\uffff[\]:*?/\\]/gu, ' ')
      .replaceAll(/^[\s']+|[\s']+$/g, '');
    const base = cutTo(plain || `Sheet${at + 1}`, TAB_CHARACTERS_MAX);
    let free = base;
    for (let count = 2; taken.has(free.toLowerCase()); count++) {
      const ending = ` (${count})`;
      free = cutTo(base, TAB_CHARACTERS_MAX - ending.length) + ending;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Never ends in half a character, nor in a space or an apostrophe. */
function cutTo(text: string, characters: number): string {
  return text
    .slice(0, characters)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[\s']+$/, '');
}

function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, at) => `<sheet name="${escapedXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

type Relation = [id: string, kind: string, target: string];

function relations(all: readonly Relation[]): string {
  const each = all.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function contentTypes(tabs: number): string {
  const sheets = Array.from(
    { length: tabs },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>`,
    ...sheets,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>`,
    '</Types>',
  ].join('');
}
