import { z } from 'zod';
import { type Counted, MetricTable, type Parts, RATIOS } from '../tools/report/metrics.ts';
import { numberOf, ratioOf } from '../tools/report/quantity.ts';

function part(name: string, unit: 'number' | 'money' = 'number'): Counted<Parts> {
  const read = (parts: Parts) => {
    const value = parts[name];
    return typeof value === 'bigint' ? value : undefined;
  };
  return { unit, fields: [name], read };
}

/** The metric names that every channel takes, computed from the sums that a channel's own table reads. */
export const VOCABULARY = new MetricTable<Parts>({
  sums: {
    impressions: part('impressions'),
    clicks: part('clicks'),
    cost: part('cost', 'money'),
    conversions: part('conversions'),
    conversion_value: part('conversion_value', 'money'),
    link_clicks: part('link_clicks'),
    video_views: part('video_views'),
    reach: part('reach'),
  },
});

/** Names of single platforms for what every channel counts under a name here. */
const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  spend: 'cost',
  cost_micros: 'cost',
  costinlocalcurrency: 'cost',
  conversion: 'conversions',
  conversions_value: 'conversion_value',
  inline_link_clicks: 'link_clicks',
  landingpageclicks: 'link_clicks',
  video_play_actions: 'video_views',
  video_trueview_views: 'video_views',
  videoviews: 'video_views',
  average_cpc: 'cpc',
  average_cpm: 'cpm',
  conversions_value_per_cost: 'roas',
};

/** Amounts that their platform counts in millionths: under these names a limit in whole units would be misread. */
const IN_MILLIONTHS = ['cost_micros', 'average_cpc', 'average_cpm'];

/** A metric whose limit a caller names, under the name it has here, where both mean the same amount by the same number. */
export function limitHere(given: string): string {
  return IN_MILLIONTHS.includes(given.toLowerCase()) ? given : metricHere(given);
}

/** A metric as a caller names it, under the name it has here. */
export function metricHere<T>(given: T): T | string {
  const name = typeof given === 'string' ? given.toLowerCase() : '';
  return Object.hasOwn(PLATFORM_NAMES, name) ? PLATFORM_NAMES[name]! : given;
}

/** A metric by its name here or a platform's for the same; what one platform alone counts has its place told. */
export const MetricName = z.preprocess(
  metricHere,
  z.enum(VOCABULARY.names, {
    error: 'a metric of one platform alone is asked of the report tool of its channel',
  }),
);

const MONEY = ['cost', 'conversion_value'];

/** Whether a metric is an amount of money, whose value means nothing without its currency. */
export function isMoney(name: string): boolean {
  return MONEY.includes(name) || RATIOS[name]?.unit === 'money';
}

/** The sums that metrics are made of. */
export function partsOf(names: readonly string[]): readonly string[] {
  return VOCABULARY.select(names).fields;
}

/** Above every price: money that was spent and brought nothing is the dearest of all. */
const DEAREST = Number.MAX_VALUE;

/** The value that rows are ranked and limited by. It differs from the metric only for money spent on nothing. */
export function rankedValue(parts: Parts, name: string, rate = 1): number | null {
  const value = metricValue(parts, name);
  if (value !== null) return value * rate;
  const { of, to } = RATIOS[name] ?? {};
  const isWaste = of === 'cost' && to !== undefined && parts[to] === 0n && typeof parts.cost === 'bigint';
  return isWaste && (parts.cost as bigint) > 0n ? DEAREST : null;
}

/** A metric as a number to sort by; null where there is nothing to divide by, or the platform does not say. */
export function metricValue(parts: Parts, name: string): number | null {
  const ratio = RATIOS[name];
  if (!ratio) return typeof parts[name] === 'bigint' ? numberOf(parts[name]) : null;
  const [of, to] = [parts[ratio.of], parts[ratio.to]];
  return typeof of === 'bigint' && typeof to === 'bigint' ? (ratioOf(of, to, ratio.times) ?? null) : null;
}
