import { gather, type PlatformPage } from '../listing.ts';
import { type CallClock, waitFor } from '../wait-for.ts';

/** Reports a platform makes in the background: ordered, looked after until they are done, then read page by page. */
interface BackgroundReport<Row> {
  order(): Promise<string>;
  look(id: string): Promise<{ done: boolean; percent: number; state: string }>;
  page(id: string, position: string | undefined, size: number): Promise<PlatformPage<Row>>;
}

export type Progress = (done: number, total: number | undefined, message: string) => void;

/** Rows of a report from a position on. Not ready: the platform is still at it, and `next` asks again. */
export interface RowsRead<Row> {
  items: Row[];
  next?: string;
  background?: { ready: boolean; percent: number };
}

export interface Wait {
  clock: CallClock;
  limit: number;
  pageMax: number;
  progress: Progress;
  /** How long one call waits before it hands back a place to ask again from. */
  patienceMs?: number;
}

const PATIENCE_MS = 60_000;
const POLL_FIRST_MS = 250;
const POLL_MAX_MS = 5000;

/** A report that the platform can also hand over at once, as long as it is not too large for that. */
export interface EitherWay<Row> extends BackgroundReport<Row> {
  /** Known beforehand to be too large. */
  isHeavy: boolean;
  isTooLarge(error: unknown): boolean;
  direct(position: string | undefined, size: number): Promise<PlatformPage<Row>>;
}

export async function readEitherWay<Row>(
  report: EitherWay<Row>,
  position: string | undefined,
  wait: Wait,
): Promise<RowsRead<Row>> {
  const begins = position === undefined;
  if (position?.startsWith(ORDERED) || (begins && report.isHeavy)) return readInBackground(report, position, wait);
  try {
    return await gather({ ...wait, position }, (place, size) => report.direct(place, size));
  } catch (error) {
    if (!begins || !report.isTooLarge(error)) throw error;
    return readInBackground(report, undefined, wait);
  }
}

/** A position in a background report begins with this and its id, then the place in its rows. */
const ORDERED = 'run ';

/** Goes on with the report a position names, or orders a new one. */
async function readInBackground<Row>(
  report: BackgroundReport<Row>,
  position: string | undefined,
  wait: Wait,
): Promise<RowsRead<Row>> {
  const [, known, after] = /^run (\S+)(?: (.*))?$/s.exec(position ?? '') ?? [];
  const id = known ?? (await report.order());
  const percent = after === undefined ? await percentDone(report, id, wait) : 100;
  if (percent < 100) return { items: [], next: ORDERED + id, background: { ready: false, percent } };
  const { items, next } = await gather({ ...wait, position: after }, (place, size) => report.page(id, place, size));
  const background = { ready: true, percent };
  return { items, background, ...(next !== undefined && { next: `${ORDERED}${id} ${next}` }) };
}

/** How far the platform has come when patience ends. 100: done. */
async function percentDone<Row>(report: BackgroundReport<Row>, id: string, wait: Wait): Promise<number> {
  const { clock, progress, patienceMs = PATIENCE_MS } = wait;
  let reached = 0;
  const done = await waitFor(clock, { pauseMs: POLL_FIRST_MS, pauseMsMax: POLL_MAX_MS, patienceMs }, async () => {
    const { done, percent, state } = await report.look(id);
    progress(percent, 100, `report ${id}: ${state}`);
    reached = Math.min(percent, 99);
    return done || undefined;
  });
  return done ? 100 : reached;
}
