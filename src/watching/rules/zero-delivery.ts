import { numberOf, type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import { type Asked, type FigureRule, firing, type Judgement, noVerdict, quiet } from './figure-rule.ts';
import { type DayNumber, dayOfNumber, daysBefore, type KnownDays, medianOf, sumOf, timesOf } from './known-days.ts';
import { spentOfLifetime } from './lifetime-budget.ts';
import { counted, countWords, dayWords, percentWords, weekdayOf } from './words.ts';

const BASELINE_DAYS = 28;
const ZERO_DAYS_MAX = 28;
/** So many impressions would have to be missing: a small campaign has days without any. */
const MISSING_MIN = quantityOf(20)!;
/** Without any day to compare with, so many days in a row are no weekend any more. */
const ZERO_DAYS_UNCOMPARED = 3;

/** A campaign that is switched on shows nothing, or next to nothing. */
export const zeroDelivery: FigureRule = {
  daysBefore: () => BASELINE_DAYS + ZERO_DAYS_MAX,
  judge(asked) {
    const { known, day, told } = asked;
    const impressions = known.value(day, 'impressions', told);
    if (impressions === undefined) return noVerdict('The platform does not tell impressions.');
    const figures = { impressions: numberOf(impressions) };
    const chart = { value: impressions };
    const notRunning = whyNotRunning(asked);
    if (notRunning) return notRunning(figures);
    return impressions > 0n ? collapse(asked, impressions) : nothing(asked, chart);
  },
};

/** A campaign that is not meant to deliver is not judged. */
function whyNotRunning({ known, day }: Asked): ((figures: Judgement['figures']) => Judgement) | undefined {
  const { campaign } = known.series;
  const isNewest = known.age(day) === 0;
  if (!campaign.isLive) {
    if (isNewest) return (figures) => quiet(`It is not switched on (${campaign.status}).`, figures);
    const why = `It is not switched on now (${campaign.status}); whether it was on ${dayWords(day)} is not kept.`;
    return (figures) => noVerdict(why, figures);
  }
  const { liveSince: onSince } = known;
  if (onSince !== undefined && day <= onSince) {
    return (figures) => quiet(`Switched on on ${dayWords(onSince)}; judged from the first full day after it.`, figures);
  }
  const budget = spentOfLifetime(known, day);
  if (budget && budget.spent >= budget.budget) {
    return (figures) => quiet('Its budget for the whole run is spent.', figures);
  }
  return undefined;
}

function nothing({ known, day, told }: Asked, chart: { value: Quantity }): Judgement {
  const { liveSince: onSince } = known;
  const zeroDays: DayNumber[] = [];
  for (const one of [day, ...daysBefore(day, ZERO_DAYS_MAX - 1)]) {
    if (known.value(one, 'impressions', told) !== 0n || (onSince !== undefined && one <= onSince)) break;
    zeroDays.push(one);
  }
  const firstZero = zeroDays.at(-1) ?? day;
  const figures = { impressions: 0, full_days: zeroDays.length, since: dayOfNumber(firstZero) };
  const sentence = `0 impressions for ${counted(zeroDays.length, 'full day')}`;
  const before = daysBefore(firstZero, BASELINE_DAYS).filter((one) => known.value(one, 'impressions') !== undefined);
  const delivered = before.filter((one) => known.value(one, 'impressions')! > 0n);
  if (delivered.length === 0) {
    if (onSince === undefined || day - onSince > ZERO_DAYS_MAX) {
      return quiet(`${sentence}, as in the four weeks before.`, figures, chart);
    }
    if (zeroDays.every(isWeekend)) {
      return noVerdict(`${sentence}, a weekend; it may be meant for other days.`, figures, chart);
    }
    return firing(
      'critical',
      `${sentence}; it has shown nothing since it was switched on on ${dayWords(onSince)}.`,
      figures,
      chart,
    );
  }
  const launched = delivered.at(-1)!;
  const compared = zeroDays.map((one) => usualOf(known, one, before, launched));
  const usual = sumOf(compared.map((one) => one ?? 0n));
  const shown = { ...figures, usual_on_these_days: numberOf(usual) };
  const drawn = { ...chart, threshold: 0, usual: compared[0] };
  if (usual >= MISSING_MIN || (compared.every((one) => one === undefined) && zeroDays.length >= ZERO_DAYS_UNCOMPARED)) {
    const than = usual > 0n ? `; ${countWords(usual)} would be usual` : '';
    return firing('critical', `${sentence}${than}.`, shown, drawn);
  }
  if (compared[0] === undefined) {
    return noVerdict(`${sentence}; what is usual on a ${weekdayOf(day)} is not known yet.`, shown, drawn);
  }
  return quiet(`${sentence}; ${countWords(usual)} would be usual, which is too few to say more.`, shown, drawn);
}

function isWeekend(day: DayNumber): boolean {
  return ['Saturday', 'Sunday'].includes(weekdayOf(day));
}

/** The median of the same weekday since it began to deliver; undefined: there was none yet. */
function usualOf(
  known: KnownDays,
  day: DayNumber,
  before: readonly DayNumber[],
  launched: DayNumber,
): Quantity | undefined {
  const same = before.filter((one) => (day - one) % 7 === 0 && one >= launched);
  return medianOf(same.map((one) => known.value(one, 'impressions')!));
}

function collapse({ known, day, thresholds }: Asked, impressions: Quantity): Judgement {
  const { percent = 90, impressions_min: least = 1_000, days_min: needed = 14 } = thresholds;
  const before = daysBefore(day, BASELINE_DAYS).filter((one) => (known.value(one, 'impressions') ?? 0n) > 0n);
  const figures = { impressions: numberOf(impressions) };
  const sentence = `${countWords(impressions)} impressions on ${dayWords(day)}`;
  const usual = usualOf(known, day, before, known.first);
  if (before.length < needed || usual === undefined) {
    // It delivers, which is what is watched; the comparison only comes on top.
    return quiet(
      `${sentence}; ${counted(before.length, 'day')} before to compare with, ${needed} are needed.`,
      figures,
      { value: impressions },
    );
  }
  const threshold = timesOf(usual, Math.max(0, 1 - percent / 100));
  const shown = { ...figures, usual: numberOf(usual), days_compared: before.length };
  const chart = { value: impressions, threshold, usual };
  const share = Number(impressions) / Number(usual) - 1;
  const compared = `${sentence}, ${share <= 0 ? '−' : '+'}${percentWords(Math.abs(share))} against a usual ${weekdayOf(day)}`;
  if (numberOf(usual) < least || impressions > threshold) return quiet(`${compared}.`, shown, chart);
  return firing('warning', `${compared} (${countWords(usual)}).`, shown, chart);
}
