import type { Portrait } from './creative-traits.ts';
import { areApart, type Interval, pooled, wilson } from './statistics.ts';

/** Compares groups of creatives by click rate, and says so where the numbers are too few for a claim. */

export const DIMENSIONS = {
  form: 'form',
  format: 'format',
  call_to_action: 'callToAction',
  text_length: 'textLength',
  age: 'age',
} as const satisfies Record<string, keyof Portrait>;
export type Dimension = keyof typeof DIMENSIONS;

/** Below these a group is described but nothing is claimed of it. */
export const CREATIVES_MIN = 5;
export const IMPRESSIONS_MIN = 1000;

export interface Group {
  value: string;
  creatives: number;
  impressions: number;
  clicks: number;
  spend: number;
  ctr: number | null;
  interval: Interval;
  enough: boolean;
}

export interface Pattern {
  dimension: Dimension;
  groups: Group[];
  /** Set only when the intervals of two groups do not touch. */
  difference?: { better: Group; worse: Group };
  finding: string;
}

export function findPatterns(portraits: readonly Portrait[]): Pattern[] {
  const seen = portraits.filter(({ impressions }) => impressions > 0);
  return (Object.keys(DIMENSIONS) as Dimension[]).map((dimension) => patternIn(seen, dimension));
}

function patternIn(seen: readonly Portrait[], dimension: Dimension): Pattern {
  const byValue = Map.groupBy(seen, (portrait) => String(portrait[DIMENSIONS[dimension]]));
  const groups = [...byValue]
    .map(([value, members]) => groupOf(value, members))
    .sort((a, b) => b.impressions - a.impressions);
  const comparable = groups.filter(({ enough }) => enough).sort((a, b) => (b.ctr ?? 0) - (a.ctr ?? 0));
  const [better, worse] = [comparable[0], comparable.at(-1)];
  if (!better || !worse || better === worse) {
    const need = `${CREATIVES_MIN} creatives and ${IMPRESSIONS_MIN} impressions`;
    return { dimension, groups, finding: `Too little data: fewer than two groups have ${need}.` };
  }
  if (!areApart(better.interval, worse.interval)) {
    return { dimension, groups, finding: 'No clear difference: the intervals overlap.' };
  }
  const finding = `${better.value} is clicked more often than ${worse.value}: ${inWords(better)} against ${inWords(worse)}.`;
  return { dimension, groups, difference: { better, worse }, finding };
}

function groupOf(value: string, members: readonly Portrait[]): Group {
  const sum = (pick: (one: Portrait) => number) => members.reduce((total, one) => total + pick(one), 0);
  const impressions = sum((one) => one.impressions);
  const { rate, interval } = pooled(members.map(({ clicks, impressions: trials }) => ({ successes: clicks, trials })));
  return {
    value,
    creatives: members.length,
    impressions,
    clicks: sum((one) => one.clicks),
    spend: sum((one) => one.spend),
    ctr: impressions > 0 ? rate : null,
    interval,
    enough: members.length >= CREATIVES_MIN && impressions >= IMPRESSIONS_MIN,
  };
}

/** Creatives seen often enough, whose click rate lies clearly under that of all together. */
export function weakCreatives(portraits: readonly Portrait[]): {
  all: { rate: number; interval: Interval };
  weak: Portrait[];
} {
  const seen = portraits.filter(({ impressions }) => impressions > 0);
  const all = pooled(seen.map(({ clicks, impressions }) => ({ successes: clicks, trials: impressions })));
  const weak = seen.filter(
    ({ clicks, impressions }) =>
      impressions >= IMPRESSIONS_MIN && areApart(all.interval, wilson({ successes: clicks, trials: impressions })),
  );
  return { all, weak: weak.sort((a, b) => b.spend - a.spend) };
}

/** Ordered by the lower end of the interval, so that three clicks in ten views do not lead the list. */
export function ranked(portraits: readonly Portrait[]): (Portrait & { interval: Interval; enough: boolean })[] {
  return portraits
    .map((one) => ({
      ...one,
      interval: wilson({ successes: one.clicks, trials: one.impressions }),
      enough: one.impressions >= IMPRESSIONS_MIN,
    }))
    .sort((a, b) => b.interval.low - a.interval.low || b.impressions - a.impressions);
}

export function inWords({ ctr, interval, creatives, impressions }: Group): string {
  const percent = (rate: number) => `${(rate * 100).toFixed(2)} %`;
  return `${percent(ctr ?? 0)} (${percent(interval.low)} to ${percent(interval.high)}; ${creatives} creatives, ${impressions} impressions)`;
}
