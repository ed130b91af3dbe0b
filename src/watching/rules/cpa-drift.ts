import { numberOf, priceOf, type Quantity } from '../../tools/report/quantity.ts';
import {
  type Asked,
  dispersionOf,
  type FigureRule,
  firing,
  isBelowChance,
  type Judgement,
  noVerdict,
  quiet,
} from './figure-rule.ts';
import { type DayNumber, daysBefore, type KnownDays, type Told, timesOf } from './known-days.ts';
import { type Comparable, comparable } from './late-conversions.ts';
import { counted, countWords, moneyOf, moneyWords, timesWords } from './words.ts';

/** A week on both sides of every weekday, against four. */
const JUDGED_DAYS = 7;
const BASELINE_DAYS = 28;
const DAYS_NEEDED = 14;

/** A conversion costs more than before: the last seven days against the four weeks before them. */
export const cpaDrift: FigureRule = {
  daysBefore: () => JUDGED_DAYS + BASELINE_DAYS,
  judge(asked) {
    const { known, day, thresholds } = asked;
    const { conversions_min: least = 30 } = thresholds;
    const judged = [day, ...daysBefore(day, JUDGED_DAYS - 1)];
    const before = daysBefore(day - JUDGED_DAYS + 1, BASELINE_DAYS).filter((one) => spent(known, one));
    const baseline = comparable(known, judged, before, DAYS_NEEDED);
    const now = totalOf(known, judged, baseline.told === 'first' ? 'first' : asked.told);
    if (!now) return noVerdict('Not every one of the last 7 days is known, or the platform does not tell conversions.');
    if (now.cost <= 0n) return quiet('Nothing was spent in the last 7 days.');
    const usual = totalOf(known, baseline.days, baseline.told);
    if (baseline.days.length < DAYS_NEEDED || !usual) {
      const why = `It spent on ${counted(before.length, 'known day')} of the four weeks before; ${DAYS_NEEDED} are needed.`;
      return noVerdict(why);
    }
    const cpa = priceOf(usual.cost, usual.conversions);
    if (cpa === undefined || cpa <= 0n || numberOf(usual.conversions) < least) {
      return noVerdict(`${countWords(usual.conversions)} conversions in the four weeks before; ${least} are needed.`);
    }
    return compared(asked, now, cpa, expectedOf(known, judged, cpa, baseline), swingsOf(known, baseline, cpa));
  },
};

interface Total {
  cost: Quantity;
  conversions: Quantity;
}

function compared(
  { known, thresholds }: Asked,
  now: Total,
  usual: Quantity,
  expected: Quantity,
  swings: number,
): Judgement {
  const { times = 1.5, critical_times: critical = 2 } = thresholds;
  const { currency } = known.series.account;
  const cpa = priceOf(now.cost, now.conversions);
  // As many conversions as must have come in by now decide, not as many as will have come in some day.
  const settled = now.conversions > 0n ? Number(expected) / Number(now.conversions) : Number.POSITIVE_INFINITY;
  const plain = cpa === undefined ? undefined : Number(cpa) / Number(usual);
  const figures = {
    spent: moneyOf(now.cost, currency),
    conversions: numberOf(now.conversions),
    cost_per_conversion: cpa === undefined ? null : moneyOf(cpa, currency),
    usual_cost_per_conversion: moneyOf(usual, currency),
    times: plain ?? null,
    conversions_expected_by_now: Math.round(numberOf(expected) * 10) / 10,
  };
  const late = plain === undefined ? 1 : Math.max(1, plain / settled);
  const chart = { value: cpa, usual, threshold: timesOf(usual, times * late) };
  const sentence =
    cpa === undefined
      ? `${moneyWords(now.cost, currency)} in 7 days without a conversion; one used to cost ${moneyWords(usual, currency)}`
      : `A conversion cost ${moneyWords(cpa, currency)} in the last 7 days, ${timesWords(plain!)} the usual ${moneyWords(usual, currency)}`;
  if (settled < times) {
    const why = plain !== undefined && plain >= times ? '; conversions of these days still come in.' : '.';
    return quiet(`${sentence}${why}`, figures, chart);
  }
  if (!isBelowChance(now.conversions, expected, swings)) {
    return noVerdict(
      `${sentence}; ${countWords(expected)} conversions would be usual by now, too few to tell it from chance.`,
      figures,
      chart,
    );
  }
  return firing(settled >= critical ? 'critical' : 'warning', `${sentence}.`, figures, chart);
}

/** Undefined where a day is not known: a hole in a week would pass for a change. */
function totalOf(known: KnownDays, days: readonly DayNumber[], told: Told): Total | undefined {
  const total = { cost: 0n, conversions: 0n };
  for (const day of days) {
    const [cost, conversions] = [known.value(day, 'cost', told), known.value(day, 'conversions', told)];
    if (cost === undefined || conversions === undefined) return undefined;
    total.cost += cost;
    total.conversions += conversions;
  }
  return total;
}

function expectedOf(known: KnownDays, judged: readonly DayNumber[], cpa: Quantity, { cameIn }: Comparable): Quantity {
  return judged.reduce(
    (sum, day) => sum + timesOf(priceOf(known.value(day, 'cost') ?? 0n, cpa) ?? 0n, cameIn(day)),
    0n,
  );
}

function swingsOf(known: KnownDays, { days, told }: Comparable, cpa: Quantity): number {
  return dispersionOf(
    days.map((day) => ({
      count: known.value(day, 'conversions', told) ?? 0n,
      expected: priceOf(known.value(day, 'cost', told) ?? 0n, cpa) ?? 0n,
    })),
  );
}

function spent(known: KnownDays, day: DayNumber): boolean {
  return (known.value(day, 'cost') ?? 0n) > 0n;
}
