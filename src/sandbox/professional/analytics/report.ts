import { DAY_MS } from '../../../ambient.ts';
import { urn } from '../format.ts';
import type { COUNTS, DayNumbers } from './numbers.ts';
import { BROKEN_DOWN, shared } from './shares.ts';

/** Rows of a report: numbers of days added up by pivot values and by span of time. */
export interface ReportRow {
  pivotValues: string[];
  from: number;
  to: number;
  numbers: DayNumbers[];
}

type Granularity = 'ALL' | 'DAILY' | 'MONTHLY' | 'YEARLY';

const OWN: Readonly<Record<string, (one: DayNumbers) => string>> = {
  ACCOUNT: ({ campaign }) => urn('sponsoredAccount', campaign.account!),
  CAMPAIGN_GROUP: ({ campaign }) => urn('sponsoredCampaignGroup', campaign.parent!),
  CAMPAIGN: ({ campaign }) => urn('sponsoredCampaign', campaign.id),
  CREATIVE: ({ creative }) => urn('sponsoredCreative', creative.id),
  SHARE: ({ creative }) => String(creative.fields.content.reference ?? 'urn:li:share:0'),
  COMPANY: ({ campaign }) => campaign.fields.associatedEntity ?? 'urn:li:organization:0',
  OBJECTIVE_TYPE: ({ campaign }) => campaign.fields.objectiveType ?? 'UNKNOWN',
};

const SPLIT = ['IMPRESSION_DEVICE_TYPE', 'SERVING_LOCATION'];

export const ANALYTICS_PIVOTS = [
  ...Object.keys(OWN).filter((name) => name !== 'OBJECTIVE_TYPE'),
  ...BROKEN_DOWN,
  ...SPLIT,
];
export const STATISTICS_PIVOTS = [...Object.keys(OWN), ...SPLIT];

export function rowsOf(
  numbers: readonly DayNumbers[],
  pivots: readonly string[],
  granularity: Granularity,
  days: { from: number; to: number },
): ReportRow[] {
  const rows = new Map<string, ReportRow>();
  for (const one of numbers.flatMap((whole) => pivots.reduce(splitBy, [{ values: [] as string[], part: whole }]))) {
    const [from, to] = spanOf(one.part.day, granularity, days);
    const key = `${from} ${one.values.join(' ')}`;
    const row = rows.get(key) ?? { pivotValues: one.values, from, to, numbers: [] };
    row.numbers.push(one.part);
    rows.set(key, row);
  }
  return [...rows.values()];
}

interface Piece {
  values: string[];
  part: DayNumbers;
}

function splitBy(pieces: Piece[], pivot: string): Piece[] {
  const own = OWN[pivot];
  if (own) return pieces.map(({ values, part }) => ({ values: [...values, own(part)], part }));
  return pieces.flatMap(({ values, part }) =>
    shared(part, pivot).map((share) => ({ values: [...values, share.value], part: share.part })),
  );
}

function spanOf(day: number, granularity: Granularity, { from, to }: { from: number; to: number }): [number, number] {
  if (granularity === 'DAILY') return [day, day];
  if (granularity === 'ALL') return [from, to];
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const dayOf = (y: number, m: number) => Date.UTC(y, m, 1) / DAY_MS;
  const [start, end] =
    granularity === 'MONTHLY'
      ? [dayOf(year, month), dayOf(year, month + 1) - 1]
      : [dayOf(year, 0), dayOf(year + 1, 0) - 1];
  return [Math.max(from, start), Math.min(to, end)];
}

export type CountName = (typeof COUNTS)[number];

export function sum(row: ReportRow, name: CountName | 'cost' | 'value'): number {
  return row.numbers.reduce((total, one) => total + one[name], 0);
}

/** People see an ad more than once, and more often the longer it runs: their number does not add up over days. */
export function reachOf(row: ReportRow): number {
  const impressions = sum(row, 'impressions');
  return Math.round(impressions / (1 + Math.log10(1 + (row.to - row.from))));
}
