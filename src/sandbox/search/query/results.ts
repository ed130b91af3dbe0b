import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { World } from '../../emulator.ts';
import type { Account } from '../access.ts';
import { localTime } from '../metrics/calendar.ts';
import { addTo, emptyCell } from '../metrics/cells.ts';
import { storeOf } from '../state.ts';
import { type Evaluation, Report, type Resume, type Row, rowsOf } from './evaluate.ts';
import { type Key, type Place, type Ranked, Ranking } from './order.ts';
import { parseQuery } from './parse.ts';
import { type Plan, planQuery } from './plan.ts';
import { fieldMaskOf } from './project.ts';
import { spansOf } from './spans.ts';

export const PAGE_ROWS = 10_000;
/**
 * Sorted rows are picked out of the data in portions, each with a walk over it: the first is soon there, for many read no
 * further; with more in the others a long stream would be faster, and hold more of them.
 */
const FIRST_PORTION = 2_000;
const PORTION = 25_000;
const PORTIONS_KEPT = 4;
const ROWS_BETWEEN_BREATHS = 2_000;

/** Where a page begins: after how many rows, and after which one. */
export interface Start extends Resume {
  offset: number;
  /** What the rows are sorted by; without an order the place in the data says it all. */
  keys?: readonly Key[];
}

/** The rows of a page, written only as they are asked for, and at their end where the next page begins. */
export type Page = AsyncGenerator<string, Start | undefined>;

export interface Totals {
  count: number;
  summary: Record<string, unknown>;
}

interface Picked {
  report: Report;
  rows: readonly Ranked[];
  more: boolean;
}

/** Cache of the last sorted portions: clients that read part of a page ask for the same page again. */
const pickedBefore = new WeakMap<World, Map<string, Promise<Picked>>>();

/** A query that was understood, and the ways to have its rows. */
export class Results {
  readonly plan: Plan;
  /** Tells apart queries and accounts, not data. */
  readonly fingerprint: string;
  readonly #world: World;
  readonly #evaluation: Evaluation;

  constructor(world: World, account: Account, query: string) {
    const now = localTime(world.now(), account.timeZone);
    this.#world = world;
    this.plan = planQuery(parseQuery(query), account, now);
    this.#evaluation = { store: storeOf(world), account, now };
    this.fingerprint = createHash('sha256').update(`${account.id}\n${query}`).digest('base64url').slice(0, 16);
  }

  get fieldMask(): string {
    return fieldMaskOf(this.plan);
  }

  async *page(start: Start = { offset: 0, position: 0, within: 0 }): Page {
    const limit = this.plan.limit ?? Number.POSITIVE_INFINITY;
    const offset = Math.min(start.offset + PAGE_ROWS, limit);
    const room = offset - start.offset;
    const last = this.plan.orders.length > 0 ? yield* this.#sorted(room, start) : yield* this.#plain(room, start);
    if (last && offset < limit) return { ...last, offset };
    return undefined;
  }

  /** Every row as text, one after the other. */
  async *stream(): AsyncGenerator<string> {
    const limit = this.plan.limit ?? Number.POSITIVE_INFINITY;
    if (this.plan.orders.length > 0) yield* this.#sorted(limit);
    else yield* this.#plain(limit);
  }

  /** So many rows in order, and at the end the place of the last, if others follow. */
  async *#sorted(count: number, start?: Start): AsyncGenerator<string, Place | undefined> {
    let after: Place | undefined = start?.keys && { ...start, keys: start.keys };
    let left = count;
    for (let portion = after ? PORTION : FIRST_PORTION; ; portion = PORTION) {
      const { report, rows, more } = await this.#portion(Math.min(portion, left), after);
      for (const { line } of rows) yield report.text(line);
      left -= rows.length;
      if (!more) return undefined;
      const { keys, position, within } = rows.at(-1)!;
      after = { keys, position, within };
      if (left === 0) return after;
    }
  }

  *#plain(count: number, start?: Resume): Generator<string, Resume | undefined> {
    const report = new Report(this.plan, this.#evaluation);
    let left = count;
    let last: Resume | undefined;
    for (const { line, position, within } of report.rows(start)) {
      if (left === 0) return last;
      yield report.text(line);
      left -= 1;
      last = { position, within };
    }
    return undefined;
  }

  #portion(count: number, after: Place | undefined): Promise<Picked> {
    if (count > PAGE_ROWS) return this.#pick(count, after);
    const known = pickedBefore.get(this.#world) ?? new Map<string, Promise<Picked>>();
    pickedBefore.set(this.#world, known);
    const { now, store } = this.#evaluation;
    const key = JSON.stringify([this.fingerprint, store.revision, now.day, now.hour, count, after]);
    let picked = known.get(key);
    if (!picked) {
      picked = this.#pick(count, after);
      if (known.size >= PORTIONS_KEPT) known.delete(known.keys().next().value!);
      known.set(key, picked);
      picked.catch(() => known.delete(key));
    }
    return picked;
  }

  /** The first rows after a place in the order. */
  async #pick(count: number, after: Place | undefined): Promise<Picked> {
    const report = new Report(this.plan, this.#evaluation);
    const orders = this.plan.orders.map(({ descending }, i) => ({ descending, read: report.keys[i]! }));
    const ranking = new Ranking(orders, count, after);
    for (const range of spansOf(this.plan, after)) {
      const hadEnough = ranking.hasEnough;
      // One more row is enough to know whether others follow.
      const isSettled = () => hadEnough && ranking.hasMore;
      await walk(new Report({ ...this.plan, range }, this.#evaluation), (row) => ranking.offer(row), isSettled);
      if (ranking.hasMore) break;
    }
    return { report, ...ranking.result() };
  }

  /** Leaves the limit out of account, so it walks the whole data. */
  async totals(): Promise<Totals> {
    const report = new Report(this.plan, this.#evaluation);
    const sum = emptyCell();
    let count = 0;
    await walk(report, ({ line }) => {
      count += 1;
      if (line.group) addTo(sum, line.group.cell);
    });
    return { count, summary: report.summary(sum) };
  }
}

/** Lets other requests have their turn while a long result is worked out. */
async function walk(report: Report, visit: (row: Row) => void, isSettled = () => false): Promise<void> {
  let [count, breathAt] = [0, ROWS_BETWEEN_BREATHS];
  for (const batch of report.batches()) {
    for (const row of rowsOf(batch)) {
      visit(row);
      if (isSettled()) return;
    }
    count += batch.groups.length;
    if (count < breathAt) continue;
    breathAt = count + ROWS_BETWEEN_BREATHS;
    await breathe();
  }
}
