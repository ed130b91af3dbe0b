import { chance } from '../../chance.ts';
import { MONTHS } from '../metrics/calendar.ts';
import { stableId } from '../rules/checks.ts';
import type { Doc } from '../state.ts';

const PATTERNS = [
  '{}',
  'best {}',
  'buy {}',
  '{} online',
  '{} sale',
  '{} near me',
  'cheap {}',
  '{} store',
  '{} price',
  '{} for men',
  '{} for women',
  '{} for kids',
  '{} reviews',
  'top {}',
  'new {}',
  '{} brands',
  '{} outlet',
  '{} deals',
  'discount {}',
  '{} size guide',
  'how to choose {}',
  '{} comparison',
  '{} 2026',
  'premium {}',
  '{} with free shipping',
  'custom {}',
  '{} set',
  'lightweight {}',
  'waterproof {}',
  '{} test',
];

/** Words people also search for, nearest to the seeds first; the same seeds always give the same list. */
export function ideaTexts(seeds: readonly string[]): string[] {
  const clean = seeds.map((seed) => seed.trim().toLowerCase()).filter((seed) => seed !== '');
  return [...new Set(PATTERNS.flatMap((pattern) => clean.map((seed) => pattern.replace('{}', seed))))];
}

export interface MonthSpan {
  /** Months since the year 0. */
  first: number;
  last: number;
}

export interface IdeaContext {
  span: MonthSpan;
  /** The share of all searches that the given locations and language cover. */
  reach: number;
  unitMicros: number;
  money: number;
  includeAverageCpc: boolean;
}

/** Volumes and bids of a keyword: a function of its text, so that every call gives the same. */
export function keywordMetrics(text: string, { span, reach, unitMicros, money, includeAverageCpc }: IdeaContext): Doc {
  const id = stableId(text);
  const words = text.split(/\s+/).length;
  const base = Math.exp(12.5 - words * 1.7 + chance(id, 0, 50) * 2) * reach;
  const competitionIndex = Math.floor(chance(id, 0, 51) * 101);
  const low = (0.2 + chance(id, 0, 52)) * money;
  const bid = (units: number) => Math.max(1, Math.round((units * 1_000_000) / unitMicros)) * unitMicros;
  const volumes: Doc[] = [];
  for (let month = span.first; month <= span.last; month += 1) {
    const season = 1 + 0.3 * Math.sin(((month % 12) / 12) * 2 * Math.PI + chance(id, 0, 53) * 6);
    volumes.push({ year: Math.floor(month / 12), month: MONTHS[month % 12], monthly_searches: rounded(base * season) });
  }
  const sum = volumes.reduce((total, volume) => total + Number(volume.monthly_searches), 0);
  return {
    avg_monthly_searches: rounded(sum / Math.max(1, volumes.length)),
    monthly_search_volumes: volumes,
    competition: competitionIndex > 66 ? 'HIGH' : competitionIndex > 33 ? 'MEDIUM' : 'LOW',
    competition_index: competitionIndex,
    low_top_of_page_bid_micros: bid(low),
    high_top_of_page_bid_micros: bid(low * (2 + chance(id, 0, 54) * 3)),
    ...(includeAverageCpc && { average_cpc_micros: bid(low * 1.6) }),
  };
}

/** Volumes are told in steps, coarser the larger they are. */
function rounded(searches: number): number {
  if (searches < 10) return 0;
  const step = 10 ** Math.max(1, Math.floor(Math.log10(searches)) - 1);
  return Math.round(searches / step) * step;
}
