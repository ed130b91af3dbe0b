import { join } from 'node:path';
import type { z } from 'zod';
import { Failure } from '../../errors.ts';
import { parseRange, printRange } from '../../sheets/a1.ts';
import { type Grid, resolveRange } from '../../sheets/a1-resolve.ts';
import { isFileId, openFileReading } from '../../sheets/files/workspace-files.ts';
import type { Reading, ReadRequest } from '../../sheets/reading.ts';
import { pathOf, pathText } from '../../upstream/path.ts';
import type { Credentials, PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { asRangeProblem, isUnreadableRange } from './errors.ts';
import { Spreadsheet, ValueRange } from './wire.ts';

/** The platform's own figure for one user. */
const READS = { name: 'reads', requests: 60, perMs: 60_000 };

/** The only place that builds this platform's requests; a workspace's own files answer from here as well. */
export class OfficeClient {
  readonly #session: PlatformSession;

  constructor(session: PlatformSession) {
    this.#session = session;
  }

  async read(request: ReadRequest): Promise<Reading> {
    return isFileId(request.spreadsheetId)
      ? openFileReading(join(this.#session.folder, 'sheets'), request)
      : this.#readPlatform(request);
  }

  async #readPlatform(request: ReadRequest): Promise<Reading> {
    const { spreadsheetId, render, dates, major } = request;
    const range = printRange(parseRange(request.range));
    const options = new URLSearchParams({
      majorDimension: major,
      valueRenderOption: render,
      dateTimeRenderOption: dates,
    });
    const address = `${pathOf`/v4/spreadsheets/${spreadsheetId}/values/${pathText(range)}`}?${options}`;
    try {
      const found = await this.#get(address, ValueRange);
      return { spreadsheetId, range: found.range, lines: found.values, close: () => {} };
    } catch (error) {
      throw isUnreadableRange(error) ? await this.#explain(spreadsheetId, range, error) : asRangeProblem(error);
    }
  }

  /** The platform only says that it could not read the range; what the spreadsheet is made of tells which part is wrong. */
  async #explain(spreadsheetId: string, range: string, refusal: Failure): Promise<unknown> {
    const fields =
      'sheets.properties(sheetId,title,hidden,gridProperties(rowCount,columnCount)),namedRanges(name,range)';
    try {
      const address = `${pathOf`/v4/spreadsheets/${spreadsheetId}`}?${new URLSearchParams({ fields })}`;
      resolveRange(parseRange(range), gridOf(await this.#get(address, Spreadsheet)));
    } catch (error) {
      if (error instanceof Failure && error.code === 'invalid_arguments') return error;
    }
    return asRangeProblem(refusal);
  }

  #get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return this.#session.ask({ method: 'GET', url: this.#session.hosts.api + path, pace: READS }, schema);
  }
}

export function authorize(request: UpstreamRequest, { access_token }: Credentials): UpstreamRequest {
  if (!access_token) throw notSignedIn();
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${access_token}` } };
}

function gridOf({ sheets, namedRanges }: Spreadsheet): Grid {
  const grids = sheets.flatMap(({ properties: { sheetId, title, hidden, gridProperties } }) =>
    gridProperties
      ? [{ sheetId, name: title, hidden, rows: gridProperties.rowCount, columns: gridProperties.columnCount }]
      : [],
  );
  return {
    sheets: grids,
    namedRanges: namedRanges.flatMap(({ name, range }) => {
      const sheet = grids.find(({ sheetId }) => sheetId === range.sheetId);
      const { startRowIndex, endRowIndex, startColumnIndex, endColumnIndex } = range;
      const area = {
        startRow: startRowIndex,
        endRow: endRowIndex,
        startColumn: startColumnIndex,
        endColumn: endColumnIndex,
      };
      return sheet ? [{ name, sheet: sheet.name, area }] : [];
    }),
  };
}

function notSignedIn(): Failure {
  return new Failure({
    code: 'permission_denied',
    message: 'This workspace reads its own files only: nobody has signed in to the office platform for it.',
    nextStep: 'Connect the office channel to the platform, or use the id of an imported file.',
  });
}
