import { numberOf, priceOf, type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import { type Asked, type FigureRule, firing, type Judgement, noVerdict, quiet } from './figure-rule.ts';
import { type DayNumber, dayOfNumber, daysBefore, type KnownDays, medianOf, timesOf } from './known-days.ts';
import { type Comparable, comparable } from './late-conversions.ts';
import { counted, countWords, dayWords, weekdayOf } from './words.ts';

const BASELINE_DAYS = 28;
const DAYS_NEEDED = 14;
/** A single day may be late, or a holiday. */
const ZERO_DAYS = 2;
const ZERO_DAYS_MAX = 60;
/** So many conversions would have to be missing: that by chance none of them came is out of the question. */
const MISSING_MIN = quantityOf(10)!;

/** No conversions although it still spends, where there were some every day. */
export const conversionsStopped: FigureRule = {
  daysBefore: () => BASELINE_DAYS + ZERO_DAYS_MAX,
  judge(asked) {
    const { known, day, told } = asked;
    const conversions = known.value(day, 'conversions', told);
    if (conversions === undefined) return noVerdict('The platform does not tell conversions.');
    const figures = { conversions: numberOf(conversions) };
    const chart = { value: conversions };
    if (conversions > 0n) return quiet(`${countWords(conversions)} conversions on ${dayWords(day)}.`, figures, chart);
    const cost = known.value(day, 'cost', told);
    if (cost === undefined) return noVerdict('The platform does not tell what was spent.', figures, chart);
    if (cost <= 0n) return quiet(`Nothing was spent on ${dayWords(day)}, so nothing can convert.`, figures, chart);
    return judged(asked);
  },
};

function judged({ known, day, told, thresholds: { conversions_min: least = 10 } }: Asked): Judgement {
  const zeroDays = daysWithout(known, day, told);
  const firstZero = zeroDays.at(-1)!;
  const before = daysBefore(firstZero, BASELINE_DAYS).filter((one) => spent(known, one));
  const baseline = comparable(known, zeroDays, before, DAYS_NEEDED);
  const counts = baseline.days.map((one) => known.value(one, 'conversions', baseline.told)).filter(isTold);
  const figures = { conversions: 0, full_days: zeroDays.length, since: dayOfNumber(firstZero) };
  if (counts.length < DAYS_NEEDED) {
    const why = `It spent on ${counted(counts.length, 'known day')} of the four weeks before; ${DAYS_NEEDED} are needed.`;
    return noVerdict(why, figures, { value: 0 });
  }
  const median = medianOf(counts)!;
  const shown = { ...figures, median_a_day: numberOf(median) };
  const chart = { value: 0, threshold: 0, usual: median };
  const sentence = `0 conversions for ${counted(zeroDays.length, 'full day')}; the median was ${countWords(median)} a day`;
  if (numberOf(median) < least) return quiet(`${sentence}, below the ${least} that are needed.`, shown, chart);
  if (zeroDays.length < ZERO_DAYS) {
    return quiet(`${sentence}. A second full day is waited for: conversions come in late.`, shown, chart);
  }
  const missing = missingBy(known, zeroDays, baseline);
  const all = { ...shown, usual_on_these_days: numberOf(missing) };
  if (missing >= MISSING_MIN) return firing('critical', `${sentence}.`, all, chart);
  const why = `${sentence}; of the ${countWords(missing)} that these ${weekdayOf(day)}s and days before usually show by now, none may be chance.`;
  return quiet(why, all, chart);
}

/** The judged day and those right before it that spent and brought nothing, newest first. Days without spending prove nothing; taken-back conversions count below zero. */
function daysWithout(known: KnownDays, day: DayNumber, told: Asked['told']): DayNumber[] {
  const zero: DayNumber[] = [];
  for (const one of [day, ...daysBefore(day, ZERO_DAYS_MAX)]) {
    const [conversions, cost] = [known.value(one, 'conversions', told), known.value(one, 'cost', told)];
    if (conversions === undefined || conversions > 0n || cost === undefined) break;
    if (cost > 0n) zero.push(one);
  }
  return zero;
}

/** What the same weekdays brought, by what was spent now, as far as it must have come in. */
function missingBy(known: KnownDays, zeroDays: readonly DayNumber[], { days, told, cameIn }: Comparable): Quantity {
  let missing = 0n;
  for (const day of zeroDays) {
    const same = days.filter((one) => (day - one) % 7 === 0);
    const usual = medianOf(same.map((one) => known.value(one, 'conversions', told)).filter(isTold)) ?? 0n;
    const usualCost = medianOf(same.map((one) => known.value(one, 'cost', told)).filter(isTold)) ?? 0n;
    const cost = known.value(day, 'cost') ?? 0n;
    const bySpending = cost >= usualCost ? usual : (priceOf(usual * cost, usualCost * 1_000_000n) ?? 0n);
    missing += timesOf(bySpending, cameIn(day));
  }
  return missing;
}

function spent(known: KnownDays, day: DayNumber): boolean {
  return (known.value(day, 'cost') ?? 0n) > 0n;
}

const isTold = (value: Quantity | undefined): value is Quantity => value !== undefined;
