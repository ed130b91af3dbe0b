import { Failure } from '../errors.ts';
import { Turns } from '../event-loop/turns.ts';
import type { ReplyCache } from '../memory/reply-cache.ts';
import type { Order } from '../tools/report/arguments.ts';
import type { RowsRead } from '../tools/report/background.ts';
import type { Parts } from '../tools/report/metrics.ts';
import type { Days } from '../tools/report/period.ts';
import type { Asked } from '../tools/report/reporting.ts';
import { bucketsOf, type Step } from './days.ts';
import type { Reading } from './fan-out.ts';
import { noActivity } from './filtered-total.ts';
import type { Rank } from './ranking.ts';
import type { RowFilter } from './row-filter.ts';
import { isMoney, partsOf, rankedValue } from './vocabulary.ts';
import type { WindowStep } from './window.ts';

/** The question to one account, in its own days. */
export interface AccountQuestion {
  level: Parameters<Reading['reporting']['report']>[2]['level'];
  days: Days;
  by: Step;
  metrics: readonly string[];
  order: Order;
  /** Rows by time before rows by value. */
  timeFirst: boolean;
  /** Converts an amount into the currency that rows are sorted in; without it, currencies are kept apart. */
  rate?: number | undefined;
  /** How many rows will be looked at, when not all of them will be. */
  rows?: number | undefined;
  /** All days are complete, so that earlier replies still hold. */
  closed: boolean;
  fresh: boolean;
  filter: RowFilter;
}

/** One row of one account, with what is needed to rank it. */
export interface AccountRow {
  rank: Rank;
  reading: Reading;
  id: string;
  name: string;
  segments: Record<string, string>;
  /** The campaign above it and its objective, as far as the platform's rows tell. */
  campaign?: { id: string; name: string; objective?: string | undefined } | undefined;
  parts: Parts;
  /** The same object in the comparison period. */
  before?: Parts | undefined;
  /** The index of its day, week or month in both spans; one of them may have fewer. */
  steps?: { current: WindowStep | undefined; before: WindowStep | undefined };
}

/** When the oldest number that came from the cache was read. */
export interface Age {
  readAt?: number | undefined;
}

/** The metrics of the vocabulary that a channel has. */
export function knownMetrics({ reporting }: Pick<Reading, 'reporting'>, names: readonly string[]): string[] {
  return names.filter((name) => (reporting.metrics.names as readonly string[]).includes(name));
}

/** The numbers that are added up of one account. */
export function countedParts(reading: Pick<Reading, 'reporting'>, names: readonly string[]): readonly string[] {
  return partsOf(knownMetrics(reading, names));
}

/** Rows handled in one turn: one platform returns 15,000 at once. */
const ROWS_AT_ONCE = 1000;

/** Every row of an account, in batches. `done`: no more rows of a sorted list are needed. */
export async function* accountPages(
  reading: Reading,
  question: AccountQuestion,
  memory: ReplyCache,
  age: Age,
  done: (last: AccountRow) => boolean = () => false,
): AsyncGenerator<AccountRow[]> {
  const turns = new Turns(reading.signal);
  for (const { days, segment } of spansOf(question)) {
    const { source, sorted } = asked(reading, question, days);
    const key = keyOf(reading, question, days);
    let position: string | undefined;
    do {
      const place = position;
      const read = () => source.rows({ days }, place);
      // Only the first page is cached: one long list would push everything else out.
      const { items, next }: RowsRead<unknown> =
        place === undefined ? await remembered(memory, key, question, age, read) : await read();
      position = next === place && items.length === 0 ? undefined : next;
      for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
        const some = items.slice(from, from + ROWS_AT_ONCE);
        const rows = await turns.map(some, (raw) => rowOf(reading, question, source, raw, segment));
        yield await wanted(rows, reading, question);
        if (!sorted || !done(rows.at(-1)!)) continue;
        position = undefined;
        break;
      }
    } while (position !== undefined);
  }
}

/** Objects are looked up only where the platform's rows leave open whether they are wanted. */
async function wanted(rows: AccountRow[], reading: Reading, { filter, level }: AccountQuestion): Promise<AccountRow[]> {
  const about = rows.filter((row) => filter.mayBeAbout(row));
  if (level === 'account' || about.every((row) => filter.isSettledBy(row))) return about;
  const { reporting, client, account } = reading;
  const found = await reporting.entities(client, account, level, [...new Set(about.map(({ id }) => id))]);
  return about.filter((row) => {
    const { status, name, campaign } = found.get(row.id) ?? {};
    return filter.isAbout({ id: row.id, name: name || row.name, campaign: row.campaign ?? campaign, status });
  });
}

/** The account's totals, counted by the platform over all days at once. */
export async function accountTotals(
  reading: Reading,
  question: AccountQuestion,
  memory: ReplyCache,
  age: Age,
): Promise<{ parts: Parts; notes: readonly string[] }> {
  const { source } = asked(reading, { ...question, by: 'none' }, question.days);
  const key = `${keyOf(reading, { ...question, by: 'none' }, question.days)} totals`;
  return remembered(memory, key, question, age, async () => {
    const row = await source.totals({ days: question.days });
    const counted = countedParts(reading, question.metrics);
    // No activity is zero; people, and numbers that the platform does not tell, stay unknown.
    const parts = row ? source.selection.read(row) : noActivity(counted);
    return { parts, notes: [...(source.notes ?? [])] };
  });
}

function asked(reading: Reading, question: AccountQuestion, days: Days): Asked {
  const { reporting, client, account, signal } = reading;
  const { level, by, order, rows } = question;
  const metrics = knownMetrics(reading, question.metrics);
  if (metrics.length === 0) throw hasNone(reading.place.channel.name, question.metrics);
  const ordered = metrics.includes(order.by) && by !== 'day' && { order };
  const ask = { level, days, byDay: by === 'day', metrics, ...ordered, rows };
  return reporting.report(client, account, ask, { progress: () => {}, signal });
}

function hasNone(channel: string, metrics: readonly string[]): Failure {
  return new Failure({
    code: 'unsupported',
    message: `The ${channel} platform has none of these metrics: ${metrics.join(', ')}.`,
    nextStep: 'Ask for other metrics as well, or leave the channel out with `channels`.',
  });
}

/** Days come as rows of one report; weeks and months are reports of their own, so that people are counted right in each. */
function spansOf({ days, by }: AccountQuestion): { days: Days; segment: Record<string, string> }[] {
  if (by === 'none' || by === 'day') return [{ days, segment: {} }];
  return bucketsOf(days, by).map((bucket) => ({ days: bucket.days, segment: { [by]: bucket.start } }));
}

function rowOf(
  reading: Reading,
  { level, by, order, timeFirst, rate }: AccountQuestion,
  source: Asked['source'],
  raw: unknown,
  segment: Record<string, string>,
): AccountRow {
  const { account, place, reporting } = reading;
  const { segments: split, ...about } = source.about(raw);
  const subject = about[reporting.levels[level].kind] as { id: string; name: string } | undefined;
  const { id, name } = level === 'account' || !subject ? account : subject;
  const segments = by === 'day' ? { date: String(split.date) } : segment;
  const parts = source.selection.read(raw);
  const rank = rankOf(
    [place.channel.name, account.id, id],
    segments,
    parts,
    { order, timeFirst, rate },
    account.currency.code,
  );
  const campaign = about[reporting.levels.campaign.kind] as AccountRow['campaign'];
  return { rank, reading, id, name, segments, campaign, parts };
}

/** Where a row of such numbers stands among all rows. */
export function rankOf(
  ids: readonly string[],
  segments: Record<string, string>,
  parts: Parts,
  { order, timeFirst, rate }: Pick<AccountQuestion, 'order' | 'timeFirst' | 'rate'>,
  currency: string,
): Rank {
  const time = Object.values(segments)[0] ?? '';
  const isAmount = isMoney(order.by);
  const group = isAmount && rate === undefined ? currency : '';
  const value = rankedValue(parts, order.by, isAmount ? rate : undefined);
  return [timeFirst ? time : '', group, value, [...ids, time].join('\u0000')];
}

function keyOf({ place, account }: Reading, question: AccountQuestion, days: Days): string {
  const { level, by, metrics, order, rows } = question;
  return JSON.stringify([place.identity, place.channel.name, account.id, level, days, by, metrics, order, rows]);
}

async function remembered<T>(
  memory: ReplyCache,
  key: string,
  { closed, fresh }: Pick<AccountQuestion, 'closed' | 'fresh'>,
  age: Age,
  read: () => Promise<T>,
): Promise<T> {
  const known = closed && !fresh ? memory.get(key) : undefined;
  if (known) {
    age.readAt = Math.min(age.readAt ?? known.at, known.at);
    return known.value as T;
  }
  const value = await read();
  const isDone = (value as { background?: { ready: boolean } }).background?.ready !== false;
  if (closed && isDone) memory.put(key, value, sizeOf(value));
  return value;
}

/** Rows of one report are much alike. */
const ROWS_WEIGHED = 100;

/** About its size in memory: objects take more than their text. */
function sizeOf(value: unknown): number {
  const { items = [], ...rest } = value as Partial<RowsRead<unknown>>;
  const weighed = items.slice(0, ROWS_WEIGHED);
  const text = (part: unknown) =>
    JSON.stringify(part, (_, inner) => (typeof inner === 'bigint' ? Number(inner) : inner)).length;
  return 3 * (text(rest) + (text(weighed) * items.length) / Math.max(1, weighed.length));
}
