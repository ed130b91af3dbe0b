import { DAY_MS } from '../../../ambient.ts';
import { roleOn } from '../access.ts';
import { IN_USD, toldConversions } from '../analytics/attribution.ts';
import { FURTHER_METRICS } from '../analytics/further-metrics.ts';
import { COUNTS, dayNumbers } from '../analytics/numbers.ts';
import {
  ANALYTICS_PIVOTS,
  type CountName,
  type ReportRow,
  reachOf,
  rowsOf,
  STATISTICS_PIVOTS,
  sum,
} from '../analytics/report.ts';
import { paramInvalid, plain } from '../errors.ts';
import { type Call, listParam, type Resource, type Row, textParam, urnList } from '../restli/resource.ts';
import { isRecord, type Value } from '../restli/value.ts';
import type { Entity } from '../state.ts';

const GRANULARITIES = ['ALL', 'DAILY', 'MONTHLY', 'YEARLY'] as const;
const FIELDS_MAX = 20;
const ROWS_MAX = 15_000;
const REACH_DAYS_MAX = 92;
const MONEY = ['costInLocalCurrency', 'costInUsd', 'conversionValueInLocalCurrency'];
const AVERAGES = ['averageDwellTime', 'averageVideoWatchTime', 'audiencePenetration'];
const KNOWN: readonly string[] = [
  ...COUNTS,
  ...FURTHER_METRICS.keys(),
  ...MONEY,
  ...AVERAGES,
  'costPerQualifiedLead',
  'costPerEventView',
  'approximateMemberReach',
  'dateRange',
  'pivotValues',
];
/** The only pivots that the share of an audience is told for. */
const PENETRATED = ['ACCOUNT', 'CAMPAIGN_GROUP', 'CAMPAIGN'];
const FACETS = ['accounts', 'campaignGroups', 'campaigns', 'creatives', 'shares', 'companies'];
const PARAMS = [...FACETS, 'timeGranularity', 'dateRange', 'campaignType', 'objectiveType', 'sortBy'];

function dayIn(value: Value | undefined): number {
  if (!isRecord(value)) throw paramInvalid('dateRange');
  const [year, month, day] = [Number(value.year), Number(value.month), Number(value.day)];
  const time = Date.UTC(year, month - 1, day);
  if (Number.isNaN(time)) throw paramInvalid('dateRange');
  return time / DAY_MS;
}

function daysIn(call: Call): { from: number; to: number } {
  const range = call.query.get('dateRange');
  if (!isRecord(range)) throw paramInvalid('dateRange');
  const from = dayIn(range.start);
  const to = range.end === undefined ? Math.floor(call.now / DAY_MS) : dayIn(range.end);
  if (to < from) throw paramInvalid('dateRange');
  return { from, to };
}

function granularityIn(call: Call): (typeof GRANULARITIES)[number] {
  const given = textParam(call.query, 'timeGranularity');
  const found = GRANULARITIES.find((one) => one === given);
  if (!found) throw paramInvalid('timeGranularity');
  return found;
}

function fieldsIn(call: Call): string[] {
  const text = textParam(call.query, 'fields');
  if (text === undefined) return ['impressions', 'clicks'];
  const fields = text.split(',');
  if (fields.length > FIELDS_MAX) throw plain(400, `Cannot request more than ${FIELDS_MAX} fields`);
  if (fields.some((field) => !KNOWN.includes(field))) throw paramInvalid('fields');
  return fields;
}

/** The campaigns in question; what the caller has no role on is left out without a word. */
function campaignsIn(call: Call): { campaigns: Entity<'campaign'>[]; creatives: string[] | undefined } {
  const accounts = urnList(call.query, 'accounts', 'sponsoredAccount');
  const groups = urnList(call.query, 'campaignGroups', 'sponsoredCampaignGroup');
  const ids = urnList(call.query, 'campaigns', 'sponsoredCampaign');
  const creatives = urnList(call.query, 'creatives', 'sponsoredCreative');
  const companies = listParam(call.query, 'companies');
  const shares = listParam(call.query, 'shares');
  if (![accounts, groups, ids, creatives, companies, shares].some(Boolean))
    throw plain(
      400,
      'At least one facet is required: accounts, campaignGroups, campaigns, creatives, shares, companies',
    );
  const parents = creatives?.map((id) => call.store.find('creative', id)?.parent);
  const campaigns = call.store
    .list('campaign')
    .filter(
      ({ id, account, parent, fields }) =>
        roleOn(call, account!) !== undefined &&
        (!accounts || accounts.includes(account!)) &&
        (!groups || groups.includes(parent!)) &&
        (!ids || ids.includes(id)) &&
        (!parents || parents.includes(id)) &&
        (!companies || companies.includes(fields.associatedEntity ?? '')),
    );
  return { campaigns, creatives };
}

function report(call: Call, pivots: readonly string[]): unknown {
  const [days, granularity, fields] = [daysIn(call), granularityIn(call), fieldsIn(call)];
  const { campaigns, creatives } = campaignsIn(call);
  const numbers = [
    ...dayNumbers(call.store, campaigns, days, call.now),
    ...toldConversions(call.store, campaigns, days, call.now),
  ].filter(({ creative }) => !creatives || creatives.includes(creative.id));
  const rows = rowsOf(numbers, pivots, granularity, days);
  const elements = sorted(call, rows)
    .slice(0, ROWS_MAX)
    .map((row) => shown(call, row, fields, pivots));
  return { paging: { start: 0, count: 10, links: [] }, elements };
}

const SORTS: Readonly<Record<string, CountName | 'cost'>> = {
  COST_IN_LOCAL_CURRENCY: 'cost',
  IMPRESSIONS: 'impressions',
  ONE_CLICK_LEADS: 'oneClickLeads',
  EXTERNAL_WEBSITE_CONVERSIONS: 'externalWebsiteConversions',
};

function sorted(call: Call, rows: ReportRow[]): ReportRow[] {
  const sortBy = call.query.get('sortBy');
  if (sortBy === undefined) return rows;
  const name = isRecord(sortBy) && typeof sortBy.field === 'string' ? SORTS[sortBy.field] : undefined;
  if (!name || !isRecord(sortBy)) throw paramInvalid('sortBy');
  const sign = sortBy.order === 'ASCENDING' ? 1 : -1;
  return rows.sort((a, b) => sign * (sum(a, name) - sum(b, name)));
}

function shown(call: Call, row: ReportRow, fields: readonly string[], pivots: readonly string[]): Row {
  const { currency } = call.store.find('account', row.numbers[0]!.campaign.account!)!.fields;
  const traits = pivots.some((pivot) => pivot.startsWith('MEMBER_'));
  const money = (units: number) => (units / 10_000).toFixed(4);
  const date = (day: number) => {
    const at = new Date(day * DAY_MS);
    return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  };
  const values: Row = {
    ...Object.fromEntries(COUNTS.map((name) => [name, sum(row, name)])),
    costInLocalCurrency: money(sum(row, 'cost')),
    costInUsd: money(sum(row, 'cost') * (IN_USD[currency] ?? 1)),
    ...(!traits && { conversionValueInLocalCurrency: money(sum(row, 'value')) }),
    ...further(row, fields),
    ...(!traits && row.to - row.from < REACH_DAYS_MAX && { approximateMemberReach: reachOf(row) }),
    ...(row.to - row.from < REACH_DAYS_MAX &&
      pivots.every((pivot) => PENETRATED.includes(pivot)) && { audiencePenetration: reachOf(row) / AUDIENCE }),
    dateRange: { start: date(row.from), end: date(row.to) },
    pivotValues: row.pivotValues,
  };
  return Object.fromEntries(fields.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** Members that a campaign could reach; one number for all of them. */
const AUDIENCE = 2_000_000;

function further(row: ReportRow, fields: readonly string[]): Row {
  const total = (name: string) => row.numbers.reduce((sum, one) => sum + FURTHER_METRICS.get(name)!(one), 0);
  const asked = fields.filter((name) => FURTHER_METRICS.has(name)).map((name) => [name, total(name)]);
  const starts = sum(row, 'videoStarts');
  const per = (count: number) => (count > 0 ? (sum(row, 'cost') / 10_000 / count).toFixed(4) : undefined);
  return {
    ...Object.fromEntries(asked),
    ...(sum(row, 'impressions') > 0 && { averageDwellTime: 2 + (sum(row, 'clicks') % 50) / 10 }),
    ...(starts > 0 && { averageVideoWatchTime: Math.round(total('videoWatchTime') / starts) }),
    costPerQualifiedLead: per(total('qualifiedLeads')),
    costPerEventView: per(total('eventViews')),
  };
}

export const adAnalytics: Resource = {
  path: '/adAnalytics',
  reads: ['r_ads_reporting'],
  finders: {
    analytics: {
      params: ['pivot', ...PARAMS],
      run(call) {
        const pivot = textParam(call.query, 'pivot');
        if (pivot === undefined || !ANALYTICS_PIVOTS.includes(pivot)) throw paramInvalid('pivot');
        return report(call, [pivot]);
      },
    },
    statistics: {
      params: ['pivots', ...PARAMS],
      run(call) {
        const pivots = listParam(call.query, 'pivots') ?? [];
        if (pivots.length < 1 || pivots.length > 3) throw paramInvalid('pivots');
        const wrong = pivots.findIndex((pivot) => !STATISTICS_PIVOTS.includes(pivot));
        if (wrong >= 0) throw paramInvalid(`pivots_${wrong}`);
        return report(call, pivots);
      },
    },
  },
};
