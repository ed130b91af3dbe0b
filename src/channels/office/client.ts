import { MINUTE_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { type Area, parseRange, printRange, printTitle, type Range } from '../../sheets/a1.ts';
import { type Grid, resolveRange, tabWithId } from '../../sheets/a1-resolve.ts';
import { readReply } from '../../sheets/file-spreadsheets.ts';
import type { CsvRequest, Page, PageRequest, ReadRequest } from '../../sheets/read-request.ts';
import { isOwnSpreadsheetId, type SpreadsheetDescription, type Spreadsheets } from '../../sheets/spreadsheets.ts';
import type { Identity } from '../../tools/channel.ts';
import { pathOf, pathText } from '../../upstream/path.ts';
import type { Credentials, PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { asRangeProblem, isUnreadableRange } from './errors.ts';
import { Spreadsheet } from './wire.ts';

/** The platform's limit for one user. */
const READS = { name: 'reads', requests: 60, perMs: MINUTE_MS };
/** Enough for a spreadsheet of the platform's largest size. */
const REPLY_BYTES_MAX = 64 * 1024 ** 2;

/** Has the length of an id and names no spreadsheet. */
const NO_SPREADSHEET = '0-no-spreadsheet-has-this-id-of-44-letters-0';

/** The only place that builds this platform's requests; a workspace's own files answer from here as well. */
export class OfficeClient {
  /** The spreadsheets the workspace keeps itself. */
  readonly files: Spreadsheets;
  readonly #session: PlatformSession;

  constructor(session: PlatformSession) {
    this.#session = session;
    this.files = session.spreadsheets();
  }

  async page(request: PageRequest): Promise<Page> {
    return (await this.#cells(request)).page(request);
  }

  async csv(request: CsvRequest): Promise<AsyncIterable<string>> {
    return (await this.#cells(request)).csv(request);
  }

  async describe(spreadsheetId: string): Promise<SpreadsheetDescription> {
    if (isOwnSpreadsheetId(spreadsheetId)) return this.files.describe(spreadsheetId);
    const found = await this.#contents(spreadsheetId);
    const tabs = found.sheets.map(({ properties: { sheetId, title, hidden, gridProperties } }) => ({
      id: sheetId,
      name: title,
      hidden,
      rows: gridProperties?.rowCount,
      columns: gridProperties?.columnCount,
    }));
    const namedRanges = gridOf(found).namedRanges.map(({ name, sheet, area }) => ({
      name,
      range: wholeTab(area) ? printTitle(sheet) : printRange({ kind: 'area', sheet, area }),
    }));
    return { id: spreadsheetId, name: found.properties.title, tabs, namedRanges, notes: [] };
  }

  /** The platform has no list of spreadsheets. A "not found" for an id that never exists proves the connection as well. */
  async identify(): Promise<Identity> {
    const { access_token, client_email, client_id } = await this.#session.credentials();
    if (!access_token) return { who: 'nobody, for files of its own only', accounts: [] };
    const { spreadsheet_id } = this.#session.options;
    try {
      await this.#contents(spreadsheet_id ?? NO_SPREADSHEET);
    } catch (error) {
      if (spreadsheet_id !== undefined || !(error instanceof Failure) || error.code !== 'not_found') throw error;
    }
    return { who: client_email ?? `a user of the OAuth client ${client_id}`, accounts: [] };
  }

  async #cells(request: ReadRequest): Promise<Pick<Spreadsheets, 'page' | 'csv'>> {
    if (isOwnSpreadsheetId(request.spreadsheetId)) return this.files;
    return readReply(await this.#values(request), this.#session.workspaceId, this.#session.signal);
  }

  /** Always reads rows; columns are made from the rows of the page. */
  async #values(request: ReadRequest): Promise<Buffer> {
    const { spreadsheetId, render, dates } = request;
    const range = printRange(await this.#inOpenTab(parseRange(request.range), request));
    const options = new URLSearchParams({
      majorDimension: 'ROWS',
      valueRenderOption: render,
      dateTimeRenderOption: dates,
    });
    const path = `${pathOf`/v4/spreadsheets/${spreadsheetId}/values/${pathText(range, 'range')}`}?${options}`;
    try {
      return await this.#bytes(path);
    } catch (error) {
      throw isUnreadableRange(error) ? await this.#explain(spreadsheetId, range, error) : asRangeProblem(error);
    }
  }

  /** Cells without a tab are read from the first tab; an address may name another by its gid, whose title is looked up. */
  async #inOpenTab(range: Range, { spreadsheetId, tab }: ReadRequest): Promise<Range> {
    if (tab === undefined || range.kind !== 'area' || range.sheet !== null) return range;
    const grid = gridOf(await this.#contents(spreadsheetId));
    return { ...range, sheet: tabWithId(grid, tab).name };
  }

  #contents(spreadsheetId: string): Promise<Spreadsheet> {
    const fields =
      'properties.title,sheets.properties(sheetId,title,hidden,gridProperties(rowCount,columnCount)),namedRanges(name,range)';
    const path = `${pathOf`/v4/spreadsheets/${spreadsheetId}`}?${new URLSearchParams({ fields })}`;
    return this.#session.ask({ method: 'GET', url: this.#session.hosts.api + path, pace: READS }, Spreadsheet);
  }

  /** The platform only says that it cannot parse the range; resolving it here tells which part is wrong. */
  async #explain(spreadsheetId: string, range: string, refusal: Failure): Promise<unknown> {
    try {
      resolveRange(parseRange(range), gridOf(await this.#contents(spreadsheetId)));
    } catch (error) {
      if (error instanceof Failure && error.code === 'invalid_arguments') return error;
    }
    return asRangeProblem(refusal);
  }

  /** Raw bytes: a long reply is parsed on another thread. */
  async #bytes(path: string): Promise<Buffer> {
    const url = this.#session.hosts.api + path;
    const { body } = await this.#session.open({ method: 'GET', url, pace: READS, bytesMax: REPLY_BYTES_MAX });
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces);
  }
}

export function authorize(request: UpstreamRequest, { access_token }: Credentials): UpstreamRequest {
  if (!access_token) throw notSignedIn();
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${access_token}` } };
}

/** A named range without bounds, which A1 notation writes as the tab alone. */
function wholeTab({ startRow, endRow, startColumn, endColumn }: Area): boolean {
  return startRow === 0 && endRow === null && startColumn === 0 && endColumn === null;
}

function gridOf({ sheets, namedRanges }: Spreadsheet): Grid {
  const grids = sheets.flatMap(({ properties: { sheetId, title, hidden, gridProperties } }) =>
    gridProperties
      ? [{ id: sheetId, name: title, hidden, rows: gridProperties.rowCount, columns: gridProperties.columnCount }]
      : [],
  );
  return {
    sheets: grids,
    namedRanges: namedRanges.flatMap(({ name, range }) => {
      const sheet = grids.find(({ id }) => id === range.sheetId);
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
