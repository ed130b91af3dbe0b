import { collect, readCursor, writeCursor } from '../../tools/listing.ts';
import {
  awaitReport,
  finishedPage,
  INSIGHT_PAGE_MAX,
  isTooLarge,
  type Progress,
  reportPage,
  startReport,
} from './client/insights.ts';
import type { Params, SocialClient } from './client.ts';
import type { InsightRow } from './wire.ts';

/** Reading a report, whichever way the platform makes it. */
export interface Report {
  rows: InsightRow[];
  background: boolean;
  /** False: the platform is still at it; `next_cursor` asks again. */
  ready: boolean;
  percent?: number;
  next_cursor?: string;
}

export interface ReportRequest {
  query: Params;
  limit: number;
  cursor?: string | undefined;
  /** Known to be too large for one answer. */
  heavy: boolean;
  progress: Progress;
}

/** How long one call waits for a report before it hands back a cursor to ask again with. */
const PATIENCE_MS = 60_000;

/** A cursor of a background report begins with this and its id, then the place in its rows. */
const RUN = 'run ';

export async function readReport(client: SocialClient, account: string, request: ReportRequest): Promise<Report> {
  const { query, limit, cursor, heavy } = request;
  const position = cursor === undefined ? undefined : readCursor(query, cursor);
  if (position?.startsWith(RUN)) return readInBackground(client, account, request, position.slice(RUN.length));
  if (heavy && position === undefined) return readInBackground(client, account, request);
  try {
    const paging = { limit, cursor, scope: query, pageMax: INSIGHT_PAGE_MAX };
    const { items, ...more } = await collect(paging, (after, size) =>
      reportPage(client, account, { ...query, limit: size, after }),
    );
    return { rows: items, background: false, ready: true, ...more };
  } catch (error) {
    if (position !== undefined || !isTooLarge(error)) throw error;
    return readInBackground(client, account, request);
  }
}

async function readInBackground(
  client: SocialClient,
  account: string,
  { query, limit, progress }: ReportRequest,
  resumed?: string,
): Promise<Report> {
  const [, runId, after] = /^(\S+)(?: (.*))?$/.exec(resumed ?? (await startReport(client, account, query))) ?? [];
  if (runId === undefined) throw new Error('a report without an id');
  let percent = 0;
  const watched: Progress = (done, total, message) => {
    percent = done;
    progress(done, total, message);
  };
  const ready =
    after !== undefined || (await awaitReport(client, account, runId, { patienceMs: PATIENCE_MS, progress: watched }));
  if (!ready) {
    return { rows: [], background: true, ready: false, percent, next_cursor: writeCursor(query, RUN + runId) };
  }
  const scope = [query, runId];
  const cursor = after === undefined ? undefined : writeCursor(scope, after);
  const { items, next_cursor } = await collect({ limit, cursor, scope, pageMax: INSIGHT_PAGE_MAX }, (place, size) =>
    finishedPage(client, account, runId, { limit: size, after: place }),
  );
  const next = next_cursor && writeCursor(query, `${RUN}${runId} ${readCursor(scope, next_cursor)}`);
  return { rows: items, background: true, ready: true, ...(next && { next_cursor: next }) };
}
