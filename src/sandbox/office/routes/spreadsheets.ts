import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { authenticate, openWorkbook } from '../access.ts';
import { extendedValue, formattedValue } from '../format.ts';
import { type ResolvedRange, resolveRanges, wholeTab } from '../rules/range.ts';
import { type Cell, cellsIn, type Rectangle, type Tab, type Workbook } from '../state/workbook.ts';
import { maskReaches } from './field-mask.ts';
import { readFlag, readQuery } from './query.ts';
import { sendJson } from './send.ts';

export function mountSpreadsheets(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string } }>('/v4/spreadsheets/:id', (request, reply) => {
    const query = readQuery(request.url, ['ranges', 'includeGridData', 'excludeTablesInBandedRanges']);
    const workbook = openWorkbook(world, authenticate(world, request, query), request.params.id);
    const ranges = resolveRanges(workbook, query.getAll('ranges'));
    const fields = query.get('fields');
    // A mask decides alone whether the cells come along.
    const withCells = fields ? maskReaches(fields, ['sheets', 'data']) : readFlag(query, 'includeGridData');
    return sendJson(reply, query, describe(workbook, ranges, withCells));
  });
}

function describe(workbook: Workbook, ranges: readonly ResolvedRange[], withCells: boolean): Record<string, unknown> {
  const sheets = workbook.tabs.flatMap((tab, index) => {
    const asked = ranges.filter((range) => range.tab === tab);
    if (ranges.length > 0 && asked.length === 0) return [];
    const data = withCells && !tab.chart ? (ranges.length > 0 ? asked : [wholeTab(tab)]).map(gridData) : undefined;
    return [{ properties: tabProperties(tab, index), ...(data && { data }), ...merges(tab) }];
  });
  return {
    spreadsheetId: workbook.id,
    properties: {
      title: workbook.title,
      locale: workbook.locale,
      autoRecalc: 'ON_CHANGE',
      timeZone: workbook.timeZone,
      defaultFormat: {},
    },
    sheets,
    ...(workbook.namedRanges.length > 0 && {
      namedRanges: workbook.namedRanges.map(({ id, name, sheetId, area }) => ({
        namedRangeId: id,
        name,
        range: gridRange(sheetId, area),
      })),
    }),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${workbook.id}/edit`,
  };
}

function tabProperties(tab: Tab, index: number): Record<string, unknown> {
  const { sheetId, title, rowCount, columnCount, frozenRowCount } = tab;
  return {
    sheetId,
    title,
    index,
    sheetType: tab.chart ? 'OBJECT' : 'GRID',
    ...(!tab.chart && { gridProperties: { rowCount, columnCount, ...(frozenRowCount && { frozenRowCount }) } }),
    ...(tab.hidden && { hidden: true }),
  };
}

function merges(tab: Tab): Record<string, unknown> {
  return tab.merges ? { merges: tab.merges.map((area) => gridRange(tab.sheetId, area)) } : {};
}

/** A first tab's id of 0 is left out, as the platform leaves out zeros. */
function gridRange(sheetId: number, area: Rectangle): Record<string, number> {
  return {
    ...(sheetId !== 0 && { sheetId }),
    startRowIndex: area.row0,
    endRowIndex: area.row1,
    startColumnIndex: area.column0,
    endColumnIndex: area.column1,
  };
}

function gridData({ tab, area }: ResolvedRange): Record<string, unknown> {
  const rowData = cellsIn(tab, area).map((cells) => {
    const last = cells.findLastIndex((cell) => cell !== null);
    return last < 0 ? {} : { values: cells.slice(0, last + 1).map((cell) => (cell ? cellData(cell) : {})) };
  });
  return {
    ...(area.row0 > 0 && { startRow: area.row0 }),
    ...(area.column0 > 0 && { startColumn: area.column0 }),
    ...(rowData.length > 0 && { rowData }),
  };
}

function cellData(cell: Cell): Record<string, unknown> {
  const format = cell.format && { numberFormat: cell.format };
  return {
    userEnteredValue: cell.formula ? { formulaValue: cell.formula } : extendedValue(cell.value),
    effectiveValue: extendedValue(cell.value),
    formattedValue: formattedValue(cell),
    ...(format && { userEnteredFormat: format, effectiveFormat: format }),
  };
}
