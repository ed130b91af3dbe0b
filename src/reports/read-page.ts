import { z } from 'zod';
import { Turns } from '../event-loop/turns.ts';
import { brokenCursor, readCursor, writeCursor } from '../tools/listing.ts';
import type { Order } from '../tools/report/arguments.ts';
import type { Parts } from '../tools/report/metrics.ts';
import type { Entity } from '../tools/report/reporting.ts';
import {
  type AccountQuestion,
  type AccountRow,
  type Age,
  accountPages,
  accountTotals,
  countedParts,
} from './account-rows.ts';
import { eachAccount, type Reading, type ReportContext } from './fan-out.ts';
import { FilteredTotal } from './filtered-total.ts';
import type { Missing } from './missing-sources.ts';
import { metricsOf, orderFor, type PageQuestion, type Question } from './question.ts';
import { FirstRows, Rank } from './ranking.ts';
import { RowFilter } from './row-filter.ts';
import { Rates, unrated } from './totals.ts';
import { type Window, windowOf } from './window.ts';

/** An account that was read, with its totals. */
export interface ReadAccount {
  reading: Reading;
  window: Window;
  parts: Parts;
  notes: readonly string[];
  age: Age;
  /** The days of the comparison. */
  before?: { window: Window; parts: Parts };
}

export interface PageRow extends AccountRow {
  entity: Entity | undefined;
  window: Window;
  /** Of a channel: how many accounts are added up in it. */
  accounts?: number;
}

/** The result for one account: its first rows after a place, and its totals. */
type AccountRead = Omit<ReadAccount, 'reading' | 'window'> & { rows: readonly AccountRow[] };
export type ReadAccountFirst = (
  reading: Reading,
  asking: Asking,
  window: Window,
  context: ReportContext,
  first: FirstRows<AccountRow>,
) => Promise<AccountRead>;

export interface Page {
  rows: PageRow[];
  accounts: ReadAccount[];
  missing: Missing[];
  /** The time at each platform on the first page. */
  at: Cursor['at'];
  next: Cursor | undefined;
}

/** Where the next page begins, and the time at each platform on the first page, so that named days stay the same. */
const Cursor = z.object({ after: Rank, at: z.record(z.string(), z.number()) });
export type Cursor = z.infer<typeof Cursor>;

/** A cursor belongs to one question; the page size may change. */
function scopeOf({ limit: _, cursor: __, fresh: ___, ...question }: PageQuestion) {
  return question;
}

export function openCursor(question: PageQuestion): Cursor | undefined {
  if (question.cursor === undefined) return undefined;
  const read = Cursor.safeParse(jsonIn(readCursor(scopeOf(question), question.cursor)));
  if (!read.success) throw brokenCursor();
  return read.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function nextCursorOf(question: PageQuestion, cursor: Cursor | undefined) {
  return cursor ? { next_cursor: writeCursor(scopeOf(question), JSON.stringify(cursor)) } : {};
}

/** The common question, as one account is asked. */
export class Asking {
  readonly names: readonly string[];
  readonly order: Order;
  readonly rates: Rates | undefined;
  /** Currencies in scope that the caller gave no rate for. */
  readonly unrated = new Set<string>();
  readonly filter: RowFilter;
  readonly #question: Question;

  constructor(question: Question) {
    this.#question = question;
    // Limits on a channel are limits on its sums.
    this.filter = new RowFilter(question.level === 'channel' ? { level: 'account' } : question);
    this.names = metricsOf(question);
    this.order = orderFor(question);
    this.rates = question.convert_to === undefined ? undefined : new Rates(question.convert_to, question.rates ?? []);
  }

  get timeFirst(): boolean {
    return this.#question.by !== 'none' && this.#question.order_by === undefined;
  }

  /** False: its amounts could not be converted, so the account is not read. */
  isRated({ account }: Reading): boolean {
    const { code } = account.currency;
    if (!this.rates || this.rates.factor(code) !== undefined) return true;
    this.unrated.add(code);
    return false;
  }

  /** Metrics that a verdict or a limit is based on are read as well. */
  get readNames(): readonly string[] {
    const judged = this.names.includes('cost_per_conversion') ? ['conversions'] : [];
    return [...new Set([...this.names, ...judged, ...new RowFilter(this.#question).metrics])];
  }

  of({ account }: Reading, window: Window, rows?: number): AccountQuestion {
    const { by, fresh } = this.#question;
    return {
      level: accountLevel(this.#question),
      by,
      fresh,
      days: window.days,
      metrics: this.readNames,
      order: this.order,
      timeFirst: this.timeFirst,
      rate: this.rates?.factor(account.currency.code),
      rows: this.filter.isOpen ? rows : undefined,
      filter: this.filter,
      closed: window.days.end_date <= window.completeUntil,
    };
  }
}

/** A channel is its accounts added up. */
function accountLevel({ level }: Pick<Question, 'level'>): AccountQuestion['level'] {
  return level === 'channel' ? 'account' : level;
}

/**
 * One page of the rows of all accounts. Of each account at most a page of rows is held, and none of an account that
 * failed half way.
 */
export async function readPage(
  question: PageQuestion,
  context: ReportContext,
  read: ReadAccountFirst = readFirstRows,
  accountsAtOnce?: number,
  cursor: Partial<Cursor> | undefined = openCursor(question),
): Promise<Page> {
  const asking = new Asking(question);
  const firstRows = <Row extends AccountRow>() => new FirstRows<Row>(question.limit + 1, asking.order, cursor?.after);
  const first = firstRows<PageRow>();
  const accounts: ReadAccount[] = [];
  const at: Record<string, number> = { ...cursor?.at };
  const scope = { ...question, ...(accountsAtOnce !== undefined && { accountsAtOnce }) };
  const missing = await eachAccount(scope, context, async (reading) => {
    if (!asking.isRated(reading)) return;
    const { name } = reading.place.channel;
    at[name] ??= reading.platformNow();
    const window = windowOf(reading, question, at[name], question.include_incomplete);
    const { rows: found, ...account } = await read(reading, asking, window, context, firstRows());
    // Details are read only for rows that have a place on the page.
    const rows = found.filter((row) => first.takes(row as PageRow));
    const entities = await entitiesOf(reading, accountLevel(question), rows);
    await new Turns(reading.signal).pause();
    for (const row of rows) first.add({ ...row, window, entity: entities.get(row.id) });
    accounts.push({ reading, window, ...account });
  });
  if (asking.unrated.size > 0) throw unrated([...asking.unrated].sort(), question.convert_to);
  const rows = first.rows.slice(0, question.limit);
  const hasMore = first.rows.length > question.limit;
  const next = hasMore ? { after: rows.at(-1)!.rank, at } : undefined;
  return { rows, accounts: inOrder(accounts), missing, at, next };
}

const readFirstRows: ReadAccountFirst = async (reading, asking, window, { reach: { memory } }, first) => {
  const age: Age = {};
  const question = asking.of(reading, window, first.count);
  const turns = new Turns(reading.signal);
  const { filter } = asking;
  const filtered = new FilteredTotal(countedParts(reading, question.metrics));
  // The sum of a filter needs every row that passes it.
  const done = filter.isOpen ? (last: AccountRow) => first.isBeyond(last) : undefined;
  const scan = async () => {
    for await (const page of accountPages(reading, question, memory, age, done))
      await turns.map(page, (row) => {
        if (!filter.isWithin(row.parts)) return;
        first.add(row);
        filtered.add(row.parts);
      });
  };
  const [totals] = await Promise.all([accountTotals(reading, question, memory, age), scan()]);
  return { ...totals, ...(!filter.isOpen && { parts: filtered.parts }), age, rows: first.rows };
};

/** Names, statuses and budgets as they are now. */
export async function entitiesOf(
  { reporting, client, account }: Reading,
  level: AccountQuestion['level'],
  rows: readonly Pick<AccountRow, 'id'>[],
): Promise<ReadonlyMap<string, Entity>> {
  if (level === 'account') return new Map([[account.id, { name: account.name, status: account.status }]]);
  const ids = [...new Set(rows.map(({ id }) => id))];
  return ids.length === 0 ? new Map() : reporting.entities(client, account, level, ids);
}

function inOrder(accounts: ReadAccount[]): ReadAccount[] {
  const key = ({ reading: { place, account } }: ReadAccount) => `${place.channel.name} ${account.id}`;
  return accounts.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
