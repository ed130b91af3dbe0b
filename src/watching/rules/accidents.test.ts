import { expect, test } from 'vitest';
import { type FigureKind, judgeDay } from './figure-rules.ts';
import { dayOfNumber } from './known-days.ts';
import { type Change, FILLED_DAYS, FIRST, knownAfter, madeYear, type Nature, natureOf } from './made-years.testing.ts';

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
/** The morning of the accident; a few months into daily reading, and a few days into it. */
const DAYS = [FILLED_DAYS + 120, FILLED_DAYS + 8];

/** A campaign of a middling account, of which a person would expect to be told. */
function middling(seed: number): Nature {
  const nature = natureOf(seed);
  const { noise } = nature;
  return {
    ...nature,
    impressions: 40_000 + seed * 5_000,
    ctr: 0.03,
    conversionRate: 0.05,
    clickPrice: 1.2,
    week: [0.7, 1, 1.05, 1.1, 1.05, 0.95, 0.75],
    noise: { ...noise, impressions: Math.min(noise.impressions, 0.12) },
    launchedOn: 0,
    pauses: [],
    dailyBudget: undefined,
  };
}

/** On which day after the accident an alarm first came; undefined: not within `days`. */
function foundAfter(kind: FigureKind, nature: Nature, seed: number, begins: number, change: Change, days: number) {
  const year = madeYear(nature, seed, (made) => (made.day >= FIRST + begins ? change(made) : {}));
  for (let after = 0; after < days; after += 1) {
    const day = dayOfNumber(FIRST + begins + after);
    const { state } = judgeDay({ kind, action: 'notify' }, knownAfter(year, begins + after), day);
    if (state === 'firing') return after + 1;
  }
  return undefined;
}

const ACCIDENTS: { name: string; kind: FigureKind; change: Change; days: number }[] = [
  {
    name: 'a tenfold budget',
    kind: 'spend_spike',
    days: 1,
    change: ({ cost, clicks, impressions, conversions }) => ({
      cost: cost * 10,
      clicks: clicks * 10,
      impressions: impressions * 10,
      conversions: conversions * 2,
    }),
  },
  { name: 'a dead pixel', kind: 'conversions_stopped', days: 2, change: () => ({ conversions: 0 }) },
  {
    name: 'a removed negative, by its clicks',
    kind: 'ctr_drop',
    days: 1,
    change: ({ impressions, clicks }) => ({ impressions: impressions * 3, clicks: Math.round(clicks * 1.1) }),
  },
  {
    name: 'a removed negative, by what a conversion costs',
    kind: 'cpa_drift',
    days: 7,
    change: ({ clicks, cost, conversions }) => ({
      clicks: clicks * 3,
      cost: cost * 3,
      conversions: Math.round(conversions * 0.8),
    }),
  },
  {
    name: 'a closed account',
    kind: 'zero_delivery',
    days: 1,
    change: () => ({ impressions: 0, clicks: 0, cost: 0, conversions: 0 }),
  },
];

test.each(ACCIDENTS)('$name is found by $kind within $days full days', ({ kind, change, days }) => {
  for (const begins of DAYS) {
    const found = SEEDS.map((seed) => ({ seed, after: foundAfter(kind, middling(seed), seed, begins, change, days) }));
    expect(found.filter(({ after }) => after === undefined)).toEqual([]);
  }
});

test.each(ACCIDENTS)('$name stays found for three days more', ({ kind, change, days }) => {
  const [begins] = DAYS;
  for (const seed of SEEDS.slice(0, 4)) {
    const year = madeYear(middling(seed), seed, (made) => (made.day >= FIRST + begins! ? change(made) : {}));
    for (let after = days - 1; after < days + 3; after += 1) {
      const day = dayOfNumber(FIRST + begins! + after);
      const { state, sentence } = judgeDay({ kind, action: 'notify' }, knownAfter(year, begins! + after), day);
      expect({ seed, after, state, sentence }).toMatchObject({ state: 'firing' });
    }
  }
});
