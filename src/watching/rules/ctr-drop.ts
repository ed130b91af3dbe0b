import { numberOf } from '../../tools/report/quantity.ts';
import { dispersionOf, type FigureRule, firing, isBelowChance, noVerdict, quiet } from './figure-rule.ts';
import { type DayNumber, daysBefore, type KnownDays, timesOf } from './known-days.ts';
import { counted, countWords, dayWords, percentWords, timesWords } from './words.ts';

const BASELINE_DAYS = 28;
const DAYS_NEEDED = 7;

/** The share of clicks fell, against the four weeks before and against the same weekday of them. */
export const ctrDrop: FigureRule = {
  daysBefore: () => BASELINE_DAYS,
  judge({ known, day, told, thresholds }) {
    const { times = 0.5, critical_times: critical = 0.3, impressions_min: least = 1_000 } = thresholds;
    const [impressions, clicks] = [known.value(day, 'impressions', told), known.value(day, 'clicks', told)];
    if (impressions === undefined || clicks === undefined) return noVerdict('The platform does not tell clicks.');
    const figures = { impressions: numberOf(impressions), clicks: numberOf(clicks) };
    if (impressions === 0n || numberOf(impressions) < least) {
      return noVerdict(`${countWords(impressions)} impressions on ${dayWords(day)}; ${least} are needed.`, figures);
    }
    const isLarge = (one: DayNumber) => numberOf(known.value(one, 'impressions') ?? 0n) >= Math.max(1, least / 10);
    const days = daysBefore(day, BASELINE_DAYS).filter(
      (one) => isLarge(one) && known.value(one, 'clicks') !== undefined,
    );
    if (days.length < DAYS_NEEDED) {
      const why = `It delivered enough on ${counted(days.length, 'day')} of the four weeks before; ${DAYS_NEEDED} are needed.`;
      return noVerdict(why, figures);
    }
    const baseline = medianShare(known, days);
    const weekdays = days.filter((one) => (day - one) % 7 === 0);
    const usual = weekdays.length > 0 ? Math.min(baseline, medianShare(known, weekdays)) : baseline;
    const share = Number(clicks) / Number(impressions);
    if (usual === 0) return noVerdict('Nobody clicked in the four weeks before.', figures);
    const ratio = share / usual;
    const expected = BigInt(Math.round(Number(impressions) * usual));
    const sentence = `CTR ${percentWords(share)} on ${dayWords(day)}, ${timesWords(ratio)} the usual ${percentWords(usual)}`;
    const shown = { ...figures, ctr: share, usual_ctr: usual, times: ratio, days_compared: days.length };
    const chart = { value: share, threshold: usual * times, usual };
    if (ratio > times) return quiet(`${sentence}.`, shown, chart);
    const swings = swingsOf(known, days, baseline);
    if (!isBelowChance(clicks, expected, swings)) {
      return noVerdict(
        `${sentence}; ${countWords(expected)} clicks would be usual, too few to tell it from chance.`,
        shown,
        chart,
      );
    }
    const severity = ratio <= critical ? 'critical' : 'warning';
    return firing(severity, `${sentence}.`, shown, chart);
  },
};

/** Of the median day: the first days of a drop, with many more impressions, would drag a sum along. */
function medianShare(known: KnownDays, days: readonly DayNumber[]): number {
  const shares = days.map((day) => Number(known.value(day, 'clicks')) / Number(known.value(day, 'impressions')));
  return shares.sort((a, b) => a - b)[shares.length >> 1]!;
}

function swingsOf(known: KnownDays, days: readonly DayNumber[], share: number): number {
  return dispersionOf(
    days.map((day) => ({
      count: known.value(day, 'clicks')!,
      expected: timesOf(known.value(day, 'impressions')!, share),
    })),
  );
}
