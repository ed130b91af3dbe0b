import { z } from 'zod';
import type { Principal } from '../../auth/key-ring.ts';
import { Failure, HttpError } from '../../errors.ts';
import { nearest } from '../../pipeline/did-you-mean.ts';
import { csvChunks } from '../../sheets/csv.ts';
import {
  collect,
  DateOption,
  MajorDimension,
  RangeText,
  type Reading,
  type ReadRequest,
  RenderOption,
  SpreadsheetId,
} from '../../sheets/reading.ts';
import { httpErrorOf } from '../failure-status.ts';
import type { Page, PageReply, PageRequest } from '../page.ts';
import { json } from './health.ts';

/** Opens cells for a key: finds the workspace and its office connection, or refuses. */
export type OpenCells = (
  principal: Principal,
  workspaceId: string | undefined,
  request: ReadRequest,
) => Promise<Reading>;

const Query = z.strictObject({
  spreadsheetId: SpreadsheetId,
  range: RangeText,
  valueRenderOption: RenderOption,
  dateTimeRenderOption: DateOption,
  majorDimension: MajorDimension,
  workspaceId: z.string().min(1).max(64).optional(),
  /** Puts an apostrophe before CSV text that a spreadsheet program would run. */
  guardFormulas: z.enum(['true', 'false']).default('false'),
});

const OTHER_NAMES: Readonly<Record<string, string>> = { spreadsheet_id: 'spreadsheetId', id: 'spreadsheetId' };

/** `GET /office/sheets/read`: the cells of a range as JSON, or as CSV when that is asked for. */
export function sheetsReadPage(openCells: OpenCells): Page {
  return {
    path: '/office/sheets/read',
    guarded: true,
    async handler(request) {
      const query = queryOf(request);
      try {
        return await answer(openCells, request, query);
      } catch (error) {
        throw error instanceof Failure ? httpErrorOf(error) : error;
      }
    },
  };
}

async function answer(openCells: OpenCells, request: PageRequest, query: z.output<typeof Query>): Promise<PageReply> {
  const { spreadsheetId, range, majorDimension: major, valueRenderOption, dateTimeRenderOption } = query;
  const wanted = { spreadsheetId, range, major, render: valueRenderOption, dates: dateTimeRenderOption };
  if (request.principal === undefined) throw new HttpError(401, 'UNAUTHORIZED', 'A valid API key is needed.');
  const reading = await openCells(request.principal, query.workspaceId, wanted);
  if (wantsCsv(request)) {
    return {
      type: 'text/csv; charset=utf-8',
      body: closing(reading, csvChunks(reading.lines, { guardFormulas: query.guardFormulas === 'true' })),
    };
  }
  try {
    return json(200, { spreadsheetId: reading.spreadsheetId, range: reading.range, ...collect(reading, major) });
  } finally {
    reading.close();
  }
}

async function* closing(reading: Reading, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* chunks;
  } finally {
    reading.close();
  }
}

/** The first of the two kinds that the header names; JSON when it names neither. */
function wantsCsv({ headers }: PageRequest): boolean {
  const accept = String(headers.accept ?? '');
  const [csv, jsonAt] = [accept.indexOf('text/csv'), accept.indexOf('application/json')];
  return csv >= 0 && (jsonAt < 0 || csv < jsonAt);
}

/** Every wrong parameter by name, what is wrong with it, and what is allowed. */
function queryOf({ query }: PageRequest): z.output<typeof Query> {
  const named: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(query)) {
    const name = OTHER_NAMES[given] ?? given;
    if (name in named || Array.isArray(value)) throw badRequest(`\`${name}\` is given more than once.`);
    named[name] = value;
  }
  const parsed = Query.safeParse(named);
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error.issues.map((issue) => problem(issue, named)).join(' '));
}

function problem(issue: z.core.$ZodIssue, named: Record<string, unknown>): string {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknown(key)).join(' ');
  }
  if (issue.code === 'invalid_value') return `\`${field}\` must be one of: ${issue.values.join(', ')}.`;
  return named[field] === undefined ? `\`${field}\` is required.` : `\`${field}\`: ${issue.message}.`;
}

function unknown(key: string): string {
  const known = Object.keys(Query.shape);
  const meant = nearest(key, known);
  return `\`${key}\` is not a parameter${meant ? `; did you mean \`${meant}\`?` : `; known: ${known.join(', ')}.`}`;
}

function badRequest(message: string): HttpError {
  return new HttpError(400, 'BAD_REQUEST', message);
}
