import { invalidArguments } from '../../../errors.ts';
import { orderOf } from '../../../tools/report/arguments.ts';
import type { Selection } from '../../../tools/report/metrics.ts';
import { numberOf, quantityOf } from '../../../tools/report/quantity.ts';
import type { VideoClient } from '../client.ts';
import { WHATEVER_STATUS } from '../resources/campaign.ts';
import { ADS, type ReportRow } from '../wire.ts';
import { AVERAGES, METRICS } from './metrics.ts';
import { usualOrder, type VideoReport } from './request.ts';

const IDS_PER_CALL = 100;
/** The most ids that the platform takes in one filter of a report. */
const FILTERED_IDS_MAX = 100;

/** Adds the creatives of named Smart+ ads to `ad_ids`: the platform filters reports by creative. */
export async function withCreatives(client: VideoClient, account: string, args: VideoReport): Promise<VideoReport> {
  const { ad_ids } = args;
  if (ad_ids === undefined) return args;
  const creatives = await client.all(ADS, account, { ad_ids_v2: ad_ids, ...WHATEVER_STATUS });
  const all = [...new Set([...ad_ids, ...creatives.map(({ ad_id }) => ad_id)])];
  if (all.length <= FILTERED_IDS_MAX) return { ...args, ad_ids: all };
  const message = `make ${all.length} with the creatives of Smart+ ads, and the platform filters by at most ${FILTERED_IDS_MAX}: name fewer, or their ad groups`;
  throw invalidArguments([{ field: 'ad_ids', message }]);
}

/** Adds up the rows of each Smart+ ad's creatives and sorts the result as `order_by` says, else by cost as the platform does. */
export async function addedByAd(
  client: VideoClient,
  account: string,
  { order_by, segments = [] }: VideoReport,
  selection: Selection<ReportRow>,
  rows: readonly ReportRow[],
): Promise<ReportRow[]> {
  const order = orderOf(order_by) ?? usualOrder(segments);
  const ranked = METRICS.select(order ? [order.by] : []);
  const fields = new Set([...selection.fields, ...ranked.fields]);
  const whole = await wholeAds(client, account, [...new Set(rows.map(({ dimensions }) => dimensions.ad_id!))]);
  const added = new Map<string, ReportRow>();
  for (const { dimensions, metrics } of rows) {
    const ad_id = whole.get(dimensions.ad_id!) ?? dimensions.ad_id!;
    const key = JSON.stringify({ ...dimensions, ad_id });
    const held = added.get(key)?.metrics;
    const sums = [...fields].map((field) => [field, held ? sumOf(field, held, metrics) : metrics[field]]);
    added.set(key, { dimensions: { ...dimensions, ad_id }, metrics: { ...metrics, ...Object.fromEntries(sums) } });
  }
  if (!order) return [...added.values()];
  const sign = order.descending ? -1 : 1;
  const numberIn = (row: ReportRow) => shownNumber(ranked, row, order.by);
  return [...added.values()].sort((a, b) => sign * (numberIn(a) - numberIn(b)));
}

/** The Smart+ ad of each creative, by the creative's id. */
async function wholeAds(client: VideoClient, account: string, ids: readonly string[]): Promise<Map<string, string>> {
  const calls = Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, call) => {
    const ad_ids = ids.slice(call * IDS_PER_CALL, (call + 1) * IDS_PER_CALL);
    return client.all(ADS, account, { ad_ids, ...WHATEVER_STATUS });
  });
  return new Map(
    (await Promise.all(calls)).flat().flatMap((ad) => (ad.smart_plus_ad_id ? [[ad.ad_id, ad.smart_plus_ad_id]] : [])),
  );
}

function sumOf(field: string, one: ReportRow['metrics'], other: ReportRow['metrics']): string | undefined {
  if (AVERAGES.includes(field)) return undefined;
  return String(numberOf((quantityOf(one[field]) ?? 0n) + (quantityOf(other[field]) ?? 0n)));
}

/** A metric as a number to sort by; one report has one currency. */
function shownNumber(selection: Selection<ReportRow>, row: ReportRow, name: string): number {
  const value = selection.show(selection.read(row), { code: '', digits: 2 })[name];
  return Number(value !== null && typeof value === 'object' && 'amount' in value ? value.amount : (value ?? 0));
}
