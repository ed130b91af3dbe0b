import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { authenticate, openWorkbook } from '../access.ts';
import { type DateRendering, type Rendering, render } from '../format.ts';
import { printRange, type ResolvedRange, resolveRange, resolveRanges } from '../rules/range.ts';
import { cellsIn } from '../state/workbook.ts';
import { readChoice, readQuery } from './query.ts';
import { sendJson } from './send.ts';

const OPTIONS = ['majorDimension', 'valueRenderOption', 'dateTimeRenderOption'];

interface ReadOptions {
  dimension: 'ROWS' | 'COLUMNS';
  rendering: Rendering;
  dates: DateRendering;
}

export function mountValues(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string; range: string } }>('/v4/spreadsheets/:id/values/:range', (request, reply) => {
    const query = readQuery(request.url, OPTIONS);
    const workbook = openWorkbook(world, authenticate(world, request, query), request.params.id);
    const options = readOptions(query);
    return sendJson(reply, query, valueRange(resolveRange(workbook, request.params.range), options));
  });

  app.get<{ Params: { id: string } }>('/v4/spreadsheets/:id/values::batchGet', (request, reply) => {
    const query = readQuery(request.url, [...OPTIONS, 'ranges']);
    const workbook = openWorkbook(world, authenticate(world, request, query), request.params.id);
    const options = readOptions(query);
    const ranges = resolveRanges(workbook, query.getAll('ranges'));
    return sendJson(reply, query, {
      spreadsheetId: workbook.id,
      ...(ranges.length > 0 && { valueRanges: ranges.map((range) => valueRange(range, options)) }),
    });
  });
}

function readOptions(query: URLSearchParams): ReadOptions {
  return {
    dimension: readChoice(query, 'majorDimension', ['ROWS', 'COLUMNS'], {
      unset: 'DIMENSION_UNSPECIFIED',
      type: 'Dimension',
    }),
    rendering: readChoice(query, 'valueRenderOption', ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'], {
      type: 'ValueRenderOption',
    }),
    dates: readChoice(query, 'dateTimeRenderOption', ['SERIAL_NUMBER', 'FORMATTED_STRING'], {
      type: 'DateTimeRenderOption',
    }),
  };
}

function valueRange(range: ResolvedRange, { dimension, rendering, dates }: ReadOptions): Record<string, unknown> {
  const rows = cellsIn(range.tab, range.area).map((cells) => cells.map((cell) => render(cell, rendering, dates)));
  const values = trim(dimension === 'ROWS' ? rows : transpose(rows));
  // A range without data has no `values` at all.
  return { range: printRange(range), majorDimension: dimension, ...(values.length > 0 && { values }) };
}

type Value = string | number | boolean;

function trim(lines: Value[][]): Value[][] {
  const ragged = lines.map((line) => line.slice(0, line.findLastIndex((value) => value !== '') + 1));
  return ragged.slice(0, ragged.findLastIndex((line) => line.length > 0) + 1);
}

function transpose(rows: Value[][]): Value[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]!));
}
