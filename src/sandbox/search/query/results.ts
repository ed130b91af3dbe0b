import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { World } from '../../emulator.ts';
import type { Account } from '../access.ts';
import { localTime } from '../metrics/calendar.ts';
import { storeOf } from '../state.ts';
import { type Evaluation, Report, type Resume, type Row } from './evaluate.ts';
import { type Sorted, sortRows } from './order.ts';
import { parseQuery } from './parse.ts';
import { type Plan, planQuery } from './plan.ts';

export const PAGE_ROWS = 10_000;
const SORTED_KEPT = 4;
const ROWS_BETWEEN_BREATHS = 2_000;

export interface Page {
  texts: string[];
  next?: { offset: number; position: number; within: number };
}

export interface Totals {
  count: number;
  summary: Record<string, unknown>;
}

/** Sorting needs every row: the last few results are kept for the pages that follow. */
const sortedResults = new WeakMap<World, Map<string, Promise<Sorted>>>();

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
    return new Report(this.plan, this.#evaluation).projector.fieldMask;
  }

  async page(start: (Resume & { offset: number }) | undefined): Promise<Page> {
    return this.plan.orders.length > 0 ? this.#sortedPage(start?.offset ?? 0) : this.#plainPage(start);
  }

  async #sortedPage(offset: number): Promise<Page> {
    const sorted = await this.#sorted();
    const texts = [...take(sorted.from(offset), PAGE_ROWS)];
    const end = offset + texts.length;
    return { texts, ...(end < sorted.count && { next: { offset: end, position: 0, within: 0 } }) };
  }

  #plainPage(start: (Resume & { offset: number }) | undefined): Page {
    const offset = start?.offset ?? 0;
    const limit = this.plan.limit ?? Number.POSITIVE_INFINITY;
    const room = Math.min(PAGE_ROWS, limit - offset);
    const texts: string[] = [];
    let last: Row | undefined;
    for (const row of new Report(this.plan, this.#evaluation).rows(start)) {
      if (texts.length === room && last) {
        const { position, within } = last;
        return { texts, ...(offset + room < limit && { next: { offset: offset + room, position, within } }) };
      }
      texts.push(row.text());
      last = row;
    }
    return { texts };
  }

  #sorted(): Promise<Sorted> {
    const known = sortedResults.get(this.#world) ?? new Map<string, Promise<Sorted>>();
    sortedResults.set(this.#world, known);
    const { now, store } = this.#evaluation;
    const key = [this.fingerprint, store.revision, now.day, now.hour].join(' ');
    let sorted = known.get(key);
    if (!sorted) {
      sorted = sortRows(breathing(new Report(this.plan, this.#evaluation).rows()), this.plan.orders, this.plan.limit);
      if (known.size >= SORTED_KEPT) known.delete(known.keys().next().value!);
      known.set(key, sorted);
    }
    return sorted;
  }

  /** Leaves the limit out of account, so it walks the whole data. */
  async totals(): Promise<Totals> {
    const report = new Report({ ...this.plan, orders: [] }, this.#evaluation);
    let count = 0;
    for await (const _ of breathing(report.rows())) count += 1;
    return { count, summary: report.summary() };
  }

  /** Every row as text, one after the other. */
  async *stream(): AsyncGenerator<string> {
    if (this.plan.orders.length > 0) {
      yield* (await this.#sorted()).from(0);
      return;
    }
    const rows = new Report(this.plan, this.#evaluation).rows();
    for (const row of take(rows, this.plan.limit ?? Number.POSITIVE_INFINITY)) yield row.text();
  }
}

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let taken = 0;
  if (count <= 0) return;
  for (const item of items) {
    yield item;
    taken += 1;
    if (taken === count) return;
  }
}

/** Lets other requests have their turn while a long result is worked out. */
async function* breathing<T>(items: Iterable<T>): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % ROWS_BETWEEN_BREATHS === 0) await breathe();
  }
}
