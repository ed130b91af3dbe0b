import { openAdvertiser } from '../access.ts';
import { ATTRIBUTES, numberOf, shownValue } from '../reports/metrics.ts';
import { add, nothing } from '../reports/numbers.ts';
import { type Filter, type ReportQuery, reportQuery } from '../reports/query.ts';
import { type ReportRow, reportRows, unitOf } from '../reports/report.ts';
import { Books } from '../reports/spending.ts';
import { fitsPrimary } from '../rules/statuses.ts';
import type { Entity } from '../state.ts';
import { pageOf } from './listing.ts';
import { type AdvertiserCall, type Call, ofAdvertiser, type Route, signed } from './serve.ts';

const ADVERTISERS_MAX = 5;

export const reportRoutes: readonly Route[] = [
  signed('GET', 'report/integrated/get', (call) => {
    const ids = call.input.ids('advertiser_ids', ADVERTISERS_MAX);
    return ids?.length ? reportOfSeveral(call, ids) : reportOfOne(ofAdvertiser(call, 'report/integrated/get'));
  }),
];

function reportOfOne(call: AdvertiserCall) {
  const query = reportQuery(call);
  const { rows, unit } = rowsIn(call, query);
  const { items, page_info } = pageOf(call.input, rows);
  return {
    list: items.map((row) => shownRow(call, query, row, unit)),
    page_info,
    ...(query.totals && { total_metrics: totalsOf(query, rows, unit) }),
  };
}

/** A report over several advertisers, each in its own currency and time zone. It has no totals. */
function reportOfSeveral(call: Call, ids: readonly string[]) {
  const all = ids.flatMap((id) => {
    const advertiser = openAdvertiser(call.store, call.token, id);
    const { currency, timezone } = advertiser.data;
    const own = { ...call, advertiser };
    const query = reportQuery(own);
    const { rows, unit } = rowsIn(own, query);
    return rows.map((row) => {
      const { dimensions, metrics } = shownRow(own, query, row, unit);
      return { dimensions, metrics: { ...metrics, currency, timezone, advertiser_id: id } };
    });
  });
  const { items, page_info } = pageOf(call.input, all);
  return { list: items, page_info };
}

function rowsIn(call: AdvertiserCall, query: ReportQuery): { rows: ReportRow[]; unit: number } {
  const unit = unitOf(query.advertiser.data.currency);
  const found = reportRows(call.store, query, subjectsOf(call, query), call.now);
  return { rows: ordered(filtered(found, query, unit), query, unit), unit };
}

function shownRow(call: AdvertiserCall, query: ReportQuery, row: ReportRow, unit: number) {
  return { dimensions: row.dimensions, metrics: metricsOf(call, query, row, unit) };
}

/** All rows at once, as a report in the background has them. */
export function wholeReport(call: AdvertiserCall, query: ReportQuery): Record<string, unknown>[] {
  const { rows, unit } = rowsIn(call, query);
  return rows.map((row) => {
    const { dimensions, metrics } = shownRow(call, query, row, unit);
    return { ...dimensions, ...metrics };
  });
}

/** The objects that pass the filters; deleted ones only when asked for. */
function subjectsOf(call: AdvertiserCall, { level, filters, advertiser }: ReportQuery): Entity[] {
  const { store, now } = call;
  if (level.name === 'AUCTION_ADVERTISER') return [advertiser as Entity];
  const { statuses } = new Books(store, now);
  const links = { advertiser: advertiser.id };
  const status = filters.find(({ field }) => field === level.statusField);
  const wanted = status ? [status.value].flat().map(String) : ['STATUS_NOT_DELETE'];
  const known: [Entity, string][] =
    level.name === 'AUCTION_CAMPAIGN'
      ? store.all('Campaign', links).map((one) => [one as Entity, statuses.campaign(one)])
      : level.name === 'AUCTION_ADGROUP'
        ? store.all('AdGroup', links).map((one) => [one as Entity, statuses.adGroup(one)])
        : store.all('Ad', links).map((one) => [one as Entity, statuses.ad(one)]);
  return known
    .filter(([, one]) => wanted.some((want) => (want.startsWith('STATUS_') ? fitsPrimary(one, want) : want === one)))
    .map(([one]) => one)
    .filter((one) => filters.every((filter) => fitsFilter(call, one, filter)));
}

const ID_FIELDS: Readonly<Record<string, 'campaign' | 'adgroup' | 'ad'>> = {
  campaign_ids: 'campaign',
  adgroup_ids: 'adgroup',
  ad_ids: 'ad',
};

function fitsFilter(call: AdvertiserCall, one: Entity, { field, type, value }: Filter): boolean {
  if (/_status$|^spend$|^impressions$/.test(field)) return true;
  const level = ID_FIELDS[field];
  const own = level
    ? one.kind.toLowerCase() === level
      ? one.id
      : one.links[level as 'campaign' | 'adgroup']
    : String(attributeOf(call, one, field) ?? '');
  const list = [value].flat().map(String);
  if (type === 'NOT_IN') return !list.includes(own ?? '');
  if (type === 'IN') return list.includes(own ?? '');
  return list.some((part) => (own ?? '').toLowerCase().includes(part.toLowerCase()));
}

function filtered(rows: readonly ReportRow[], { filters }: ReportQuery, unit: number): ReportRow[] {
  const bounds = filters.filter(({ field }) => field === 'spend' || field === 'impressions');
  return rows.filter(({ counts }) =>
    bounds.every(({ field, type, value }) => {
      const number = numberOf(field, counts, unit) ?? 0;
      const [low, high = low] = [value].flat().map(Number) as [number, number?];
      if (type === 'GREATER_EQUAL') return number >= low;
      if (type === 'GREATER_THAN') return number > low;
      if (type === 'LOWER_EQUAL') return number <= low;
      if (type === 'LOWER_THAN') return number < low;
      return number >= low && number <= (high ?? low);
    }),
  );
}

function ordered(rows: ReportRow[], { order, time }: ReportQuery, unit: number): ReportRow[] {
  if (!order)
    return time ? rows.sort((a, b) => ((a.dimensions[time] ?? '') < (b.dimensions[time] ?? '') ? -1 : 1)) : rows;
  const sign = order.descending ? -1 : 1;
  const of = ({ counts }: ReportRow) => numberOf(order.field, counts, unit) ?? 0;
  return rows.sort((a, b) => sign * (of(a) - of(b)));
}

function metricsOf(call: AdvertiserCall, { metrics }: ReportQuery, { subject, counts }: ReportRow, unit: number) {
  return Object.fromEntries(
    metrics.map((name) => [
      name,
      name in ATTRIBUTES ? attributeOf(call, subject, name) : shownValue(name, counts, unit),
    ]),
  );
}

function totalsOf({ metrics }: ReportQuery, rows: readonly ReportRow[], unit: number) {
  const sum = nothing();
  for (const { counts } of rows) add(sum, counts);
  const numbers = metrics.filter((name) => !(name in ATTRIBUTES));
  return Object.fromEntries(numbers.map((name) => [name, shownValue(name, sum, unit)]));
}

function attributeOf({ store, advertiser }: AdvertiserCall, one: Entity, name: string): unknown {
  const idOf = (kind: string, link: 'campaign' | 'adgroup') => (one.kind === kind ? one.id : one.links[link]);
  const campaign = store.find('Campaign', idOf('Campaign', 'campaign') ?? '');
  const group = store.find('AdGroup', idOf('AdGroup', 'adgroup') ?? '');
  const ad = one.kind === 'Ad' ? (one as Entity<'Ad'>).data.creative : undefined;
  const whole = one.kind === 'SmartAd' ? (one as Entity<'SmartAd'>) : undefined;
  const known: Record<string, unknown> = {
    advertiser_name: advertiser.data.name,
    currency: advertiser.data.currency,
    campaign_id: campaign?.id,
    campaign_name: campaign?.data.campaign_name,
    objective_type: campaign?.data.objective_type,
    campaign_budget: campaign && String(campaign.data.budget),
    campaign_automation_type: campaign?.data.campaign_automation_type,
    adgroup_id: group?.id,
    adgroup_name: group?.data.adgroup_name,
    placement_type: group?.data.placement_type,
    promotion_type: group?.data.more.promotion_type,
    budget: group && String(group.data.budget),
    billing_event: group?.data.more.billing_event,
    ad_id: ad && one.id,
    ad_name: ad?.ad_name ?? whole?.data.ad_name,
    ad_text: ad?.ad_text,
    call_to_action: ad?.call_to_action,
  };
  return known[name] ?? null;
}
