import { join } from 'node:path';
import { Failure } from '../../errors.ts';
import { parseRange, printRange } from '../../sheets/a1.ts';
import { type Grid, resolveRange } from '../../sheets/a1-resolve.ts';
import { isFileId, openFileReading } from '../../sheets/files/workspace-files.ts';
import type { Reading, ReadRequest } from '../../sheets/reading.ts';
import { pathOf, pathText } from '../../upstream/path.ts';
import type { PlatformSession, UpstreamReply } from '../../upstream/session.ts';
import { failureOf, isUnreadableRange } from './errors.ts';
import { Spreadsheet, ValueRange } from './wire.ts';

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
    const reply = await this.#get(`${pathOf`/v4/spreadsheets/${spreadsheetId}/values/${pathText(range)}`}?${options}`);
    if (isUnreadableRange(reply)) throw await this.#explain(spreadsheetId, range, reply);
    if (reply.status !== 200) throw failureOf(reply);
    const found = ValueRange.parse(parsed(reply));
    return { spreadsheetId, range: found.range, lines: found.values, close: () => {} };
  }

  /** The platform only says that it could not read the range; what the spreadsheet is made of tells which part is wrong. */
  async #explain(spreadsheetId: string, range: string, refusal: UpstreamReply): Promise<Error> {
    const fields =
      'sheets.properties(sheetId,title,hidden,gridProperties(rowCount,columnCount)),namedRanges(name,range)';
    const reply = await this.#get(`${pathOf`/v4/spreadsheets/${spreadsheetId}`}?${new URLSearchParams({ fields })}`);
    if (reply.status !== 200) return failureOf(refusal);
    try {
      resolveRange(parseRange(range), gridOf(Spreadsheet.parse(parsed(reply))));
    } catch (error) {
      if (error instanceof Failure) return error;
    }
    return failureOf(refusal);
  }

  async #get(path: string): Promise<UpstreamReply> {
    const { access_token, refresh_token, private_key } = await this.#session.credentials();
    if (!access_token && !refresh_token && !private_key) throw notSignedIn();
    const reply = await this.#send(path, access_token ?? (await this.#session.renew()).access_token);
    return reply.status === 401 ? this.#send(path, (await this.#session.renew()).access_token) : reply;
  }

  #send(path: string, token: string | undefined): Promise<UpstreamReply> {
    return this.#session.send({
      method: 'GET',
      url: this.#session.hosts.api + path,
      effect: 'read',
      headers: { authorization: `Bearer ${token}` },
    });
  }
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

function parsed({ body }: UpstreamReply): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new Failure({
      code: 'upstream_unavailable',
      message: 'The office platform answered with something that is not JSON.',
      nextStep: 'Ask again in a moment; if it stays, the platform has a fault.',
      retryable: true,
      cause,
    });
  }
}

function notSignedIn(): Failure {
  return new Failure({
    code: 'permission_denied',
    message: 'This workspace reads its own files only: nobody has signed in to the office platform for it.',
    nextStep: 'Connect the office channel to the platform, or use the id of an imported file.',
  });
}
