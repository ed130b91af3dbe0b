import { numberOf, type Quantity, ratioOf } from '../../tools/report/quantity.ts';
import {
  type Asked,
  CHANCE_DEVIATIONS,
  type FigureRule,
  firing,
  type Judgement,
  noVerdict,
  quiet,
} from './figure-rule.ts';
import { type DayNumber, daysBefore, type KnownDays, largestOf, meanOf, timesOf } from './known-days.ts';
import { dayWords, moneyOf, moneyWords, timesWords, weekdayOf } from './words.ts';

/** A campaign that spent on so many of the last same weekdays has found its level. */
const SETTLED = { weeks: 8, spent: 6 };
/** Day-to-day swings are measured over eight weeks. */
const SWING_DAYS = 56;
const SWINGS_MIN = 7;
/** Four of five deviations of a normal distribution are below this many standard deviations. */
const FOUR_OF_FIVE = 1.2816;
/** So many standard deviations are no swing any more; their own estimate is off by a tenth. */
const SWING_DEVIATIONS = 4.5;

/** More than usual was spent on a day, measured by the same weekday of the weeks before. */
export const spendSpike: FigureRule = {
  daysBefore: ({ thresholds: { weeks = 4 } }) => Math.max(weeks, SETTLED.weeks, SWING_DAYS / 7 + 1) * 7,
  judge(asked) {
    const { known, day, told } = asked;
    const cost = known.value(day, 'cost', told);
    if (cost === undefined) return noVerdict('The platform does not tell what was spent.');
    const { currency } = known.series.account;
    const spent = { spent: moneyOf(cost, currency) };
    if (cost <= 0n) return quiet(`Nothing was spent on ${dayWords(day)}.`, spent, { value: 0n });
    return judged(asked, cost, spent);
  },
};

function judged({ known, day, thresholds }: Asked, cost: Quantity, spent: Judgement['figures']): Judgement {
  const { weeks = 4, times = 2 } = thresholds;
  const { currency } = known.series.account;
  const before = spendingDays(known, daysBefore(day, weeks, 7));
  const needed = Math.ceil((weeks * 3) / 4);
  const weekday = weekdayOf(day);
  if (before.length < needed) {
    const why = `It spent on ${before.length} of the last ${weeks} ${weekday}s; ${needed} are needed to say what is usual.`;
    return noVerdict(why, spent, { value: cost });
  }
  const usual = usualCost(known, day, before);
  const factor = Math.max(times, chanceFactor(known, before), swingFactor(known, day));
  const threshold = timesOf(usual, factor);
  const ratio = ratioOf(cost, usual) ?? 0;
  const figures = {
    ...spent,
    usual: moneyOf(usual, currency),
    times: ratio,
    fires_above_times: Number(factor.toPrecision(4)),
    weekdays_compared: before.length,
  };
  const chart = { value: cost, threshold, usual };
  const sentence = `${moneyWords(cost, currency)} on ${dayWords(day)}, ${timesWords(ratio)} a usual ${weekday}`;
  if (cost > threshold) return firing(ratio > 2 * factor ? 'critical' : 'warning', `${sentence}.`, figures, chart);
  const isSwing = cost > timesOf(usual, times);
  const why = isSwing ? `; its days swing up to ${timesWords(factor)} without a cause.` : '.';
  return quiet(`${sentence}${why}`, figures, chart);
}

function spendingDays(known: KnownDays, days: readonly DayNumber[]): DayNumber[] {
  return days.filter((day) => (known.value(day, 'cost') ?? 0n) > 0n);
}

/** The mean; of a campaign that still finds its level the dearest day, because growing is what new campaigns do. */
function usualCost(known: KnownDays, day: DayNumber, before: readonly DayNumber[]): Quantity {
  const costs = before.map((one) => known.value(one, 'cost')!);
  const weekdays = spendingDays(known, daysBefore(day, SETTLED.weeks, 7));
  if (weekdays.length >= SETTLED.spent) return meanOf(costs)!;
  return largestOf(costs);
}

/**
 * Money goes out by the click, and a few clicks a day double by chance. The root of a count swings by a half whatever the count
 * is, so the bound holds for small ones too. Without clicks, impressions are counted.
 */
function chanceFactor(known: KnownDays, before: readonly DayNumber[]): number {
  for (const name of ['clicks', 'impressions']) {
    const counts = before.map((day) => known.value(day, name)).filter((value) => value !== undefined);
    const mean = meanOf(counts);
    if (mean !== undefined && mean > 0n) return (1 + CHANCE_DEVIATIONS / 2 / Math.sqrt(numberOf(mean))) ** 2;
  }
  return 1;
}

/**
 * How far the days of this campaign usually lie from the same weekday a week earlier, beyond which a day is no swing. Its own
 * weekday is measured too: where a budget holds workdays level, weekends still swing.
 */
function swingFactor(known: KnownDays, day: DayNumber): number {
  const deviation = Math.max(
    deviationOf(known, daysBefore(day, SWING_DAYS)),
    deviationOf(known, daysBefore(day, SWING_DAYS / 7, 7)),
  );
  return Math.exp(SWING_DEVIATIONS * deviation * Math.sqrt(1 + 1 / 4));
}

function deviationOf(known: KnownDays, days: readonly DayNumber[]): number {
  const swings = days.flatMap((one) => {
    const [cost, earlier] = [known.value(one, 'cost'), known.value(one - 7, 'cost')];
    return cost && earlier && cost > 0n && earlier > 0n ? [Math.abs(Math.log(Number(cost) / Number(earlier)))] : [];
  });
  if (swings.length < SWINGS_MIN) return 0;
  const large = swings.toSorted((a, b) => a - b)[Math.floor(swings.length * 0.8)]!;
  // Two days swing against each other, so one of them swings less by the root of two.
  return large / FOUR_OF_FIVE / Math.SQRT2;
}
