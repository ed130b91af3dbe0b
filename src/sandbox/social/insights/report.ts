import { badParameter, GraphError } from '../errors.ts';
import { type Filter, passes } from '../graph/filtering.ts';
import type { Ctx, Row } from '../graph/operation.ts';
import { own } from '../graph/params.ts';
import { type Delivering, effectiveStatus } from '../rules/derived-status.ts';
import type { GraphNode } from '../state.ts';
import { type Cell, deal } from './breakdowns.ts';
import { calendar, type Day } from './calendar.ts';
import { isColumn, LEVELS, type Level, type RowSource, readColumn } from './columns.ts';
import { type DateRange, earlier, lengthOf, olderThanMonths } from './dates.ts';
import { Totals } from './measures.ts';
import type { InsightsQuery } from './query.ts';
import { adsUnder, daysOf, type MeasuredAd, measuredAds } from './scope.ts';
import { sentEvents } from './sent-events.ts';

interface Group {
  period: DateRange;
  sample: MeasuredAd;
  labels: Record<string, unknown>;
  totals: Totals;
}

/** Ad-days times slices a synchronous answer may touch; more must go through a report run (error 1487534). */
const SYNC_WEIGHT_MAX = 300_000;

export interface Scope {
  account: GraphNode<'AdAccount'>;
  ads: MeasuredAd[];
  weight: number;
}

export function scopeOf(ctx: Pick<Ctx, 'store' | 'world'>, node: GraphNode, query: InsightsQuery): Scope {
  const account = ctx.store.need('AdAccount', node.kind === 'AdAccount' ? node.id : node.links.account);
  const days = query.runs.flat().reduce((sum, period) => sum + lengthOf(period), 0);
  const measured = measuredAds(ctx.store, account.data, adsUnder(ctx.store, node));
  const ads = measured.filter(
    (ad) =>
      entityFilters(query).every((filter) => passes(filter, entityValue(ctx, ad, filter.field))) &&
      shown(ctx, ad, query),
  );
  return { account, ads, weight: ads.length * days * query.breakdown.fanOut };
}

export function checkSynchronous(scope: Scope): void {
  if (scope.weight <= SYNC_WEIGHT_MAX) return;
  throw new GraphError(100, "(#100) Please reduce the amount of data you're asking for, then retry your request", {
    subcode: 1487534,
    title: 'Query Returns Too Much Data',
    userMessage: 'Ask for a shorter time range or fewer breakdowns, or use an asynchronous report.',
  });
}

/** Rows of a report, sorted and narrowed as asked. */
export function rowsOf(ctx: Pick<Ctx, 'store' | 'world'>, scope: Scope, query: InsightsQuery): Row[] {
  const sources = groupsOf(ctx, scope, query).map((group) => ({ group, source: sourceOf(group, scope, query) }));
  const kept = sources.filter(({ source }) =>
    query.filters.filter(isMetric).every((filter) => passes(filter, Number(readColumn(bare(filter.field), source)))),
  );
  if (query.sort) sortRows(kept, query.sort);
  return kept.map(({ group, source }) => rowOf(group, source, query));
}

export function summaryOf(ctx: Pick<Ctx, 'store' | 'world'>, scope: Scope, query: InsightsQuery): Row {
  const [first, ...rest] = groupsOf(ctx, scope, { ...query, runs: query.runs.map(joined) });
  if (!first) return {};
  for (const group of rest) first.totals.add(group.totals);
  return rowOf({ ...first, labels: {} }, { ...sourceOf(first, scope, query), level: 'account' }, query);
}

const joined = (run: DateRange[]): DateRange[] => [{ since: run[0]!.since, until: run.at(-1)!.until }];

function groupsOf(
  { store, world }: Pick<Ctx, 'store' | 'world'>,
  { account, ads }: Scope,
  query: InsightsQuery,
): Group[] {
  const groups = new Map<string, Group>();
  const { timezone, country } = account.data;
  const now = world.now();
  const withSent = sentEvents(store, account.data);
  for (const run of query.runs) {
    const days = calendar(run[0]!.since, earlier(run.at(-1)!.until, query.today), timezone);
    for (const measured of ads) {
      const cells = query.breakdown.cellsOf(measured, country);
      if (cells.length === 0) continue;
      const counted = withSent(measured.ad.id, daysOf(measured, days, now), days);
      addAd(groups, measured, cells, run, counted, query.level);
    }
  }
  return [...groups.values()]
    .filter(({ totals }) => totals.values.some((value) => value > 0))
    .sort((a, b) => a.period.since.localeCompare(b.period.since));
}

/** Rows are looked up once a period, not once a day: a report touches hundreds of thousands of slices. */
function addAd(
  groups: Map<string, Group>,
  sample: MeasuredAd,
  cells: readonly Cell[],
  run: readonly DateRange[],
  days: Iterable<{ day: Day; totals: Totals }>,
  level: Level,
): void {
  const names = cells.map(({ labels }) => `${entityOf(sample, level)} ${JSON.stringify(labels)}`);
  let at = -1;
  let slots: Group[] = [];
  for (const { day, totals } of days) {
    if (at < 0 || day.date > run[at]!.until) {
      do at++;
      while (day.date > run[at]!.until);
      const period = run[at]!;
      slots = cells.map(({ labels }, index) => groupFor(groups, names[index]!, { period, sample, labels }));
    }
    const shares = deal(totals, cells, `${sample.ad.id} ${day.date}`);
    for (let index = 0; index < shares.length; index++) slots[index]!.totals.add(shares[index]!);
  }
}

function groupFor(groups: Map<string, Group>, name: string, fresh: Omit<Group, 'totals'>): Group {
  const key = `${fresh.period.since} ${fresh.period.until} ${name}`;
  const known = groups.get(key);
  if (known) return known;
  const group = { ...fresh, totals: new Totals() };
  groups.set(key, group);
  return group;
}

function entityOf({ ad, adSet, campaign }: MeasuredAd, level: Level): string {
  return level === 'ad' ? ad.id : level === 'adset' ? adSet.id : level === 'campaign' ? campaign.id : '';
}

function sourceOf({ totals, sample, period }: Group, { account }: Scope, query: InsightsQuery): RowSource {
  const { level, windows, breakdown, today } = query;
  const withoutReach = breakdown.names.length > 0 && olderThanMonths(period, 13, today);
  return { totals, level, sample, account, days: lengthOf(period), windows, hourly: breakdown.hourly, withoutReach };
}

function rowOf({ period, labels }: Pick<Group, 'period' | 'labels'>, source: RowSource, query: InsightsQuery): Row {
  const row: Row = {};
  for (const name of query.fields) {
    const value = readColumn(name, source);
    if (value !== undefined) row[name] = value;
  }
  return { ...row, date_start: period.since, date_stop: period.until, ...labels };
}

function sortRows(
  rows: { group: Group; source: RowSource }[],
  { column, action, descending }: NonNullable<InsightsQuery['sort']>,
): void {
  const rank = ({ group, source }: { group: Group; source: RowSource }): number | string => {
    if (column.startsWith('date_')) return group.period.since;
    const value = readColumn(column, source);
    if (Array.isArray(value)) return Number(value.find((row) => row.action_type === action)?.value ?? 0);
    return value === undefined || Number.isNaN(Number(value)) ? String(value ?? '') : Number(value);
  };
  const sign = descending ? -1 : 1;
  rows.sort((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

const bare = (field: string) => field.slice(field.lastIndexOf('.') + 1);

/** Filters on numbers look at the row; all others at the objects behind it. */
function isMetric({ field }: Filter): boolean {
  return isColumn(bare(field)) && !/_id$|_name$|^objective$|_time$/.test(bare(field));
}

function entityFilters(query: InsightsQuery): Filter[] {
  return query.filters.filter((filter) => !isMetric(filter));
}

function entityValue(ctx: Pick<Ctx, 'store' | 'world'>, { ad, adSet, campaign }: MeasuredAd, field: string): unknown {
  const [level, name] = field.includes('.')
    ? [field.slice(0, field.indexOf('.')), bare(field)]
    : splitUnderscore(field);
  const node = own<Delivering>({ campaign, adset: adSet, ad }, level);
  if (!node) throw badParameter(`Filtering field ${field} is not supported`, 'filtering');
  if (name === 'id') return node.id;
  if (name === 'effective_status' || name === 'delivery_status') return effectiveStatus(ctx, node);
  return own(node.data as unknown as Row, name);
}

function splitUnderscore(field: string): [string, string] {
  const at = field.indexOf('_');
  return at < 0 ? ['', field] : [field.slice(0, at), field.slice(at + 1)];
}

/** Rows below the node's own level leave out what is deleted, and what is archived unless asked for. */
function shown(ctx: Pick<Ctx, 'store' | 'world'>, measured: MeasuredAd, query: InsightsQuery): boolean {
  if (query.level === query.own) return true;
  const chain = {
    campaign: [measured.campaign],
    adset: [measured.campaign, measured.adSet],
    ad: [measured.campaign, measured.adSet, measured.ad],
  };
  const nodes = query.level === 'account' ? [] : chain[query.level];
  const statuses = nodes
    .slice(Math.max(0, LEVELS.indexOf(query.own)))
    .map((node) => effectiveStatus(ctx, node as Delivering));
  const archivedAsked = query.filters.some(
    ({ field, value }) => field.endsWith('effective_status') && [value].flat().includes('ARCHIVED'),
  );
  return !statuses.some((status) => status === 'DELETED' || (status === 'ARCHIVED' && !archivedAsked));
}
