import { numberOf, type Quantity } from '../../tools/report/quantity.ts';
import { type FigureRule, firing, isBelowChance, noVerdict, quiet } from './figure-rule.ts';
import { type DayNumber, daysBefore, type KnownDays } from './known-days.ts';
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
    const days = deliveredDays(known, daysBefore(day, BASELINE_DAYS));
    const baseline = shareOf(known, days);
    if (days.length < DAYS_NEEDED || !baseline || numberOf(baseline.impressions) < least) {
      const why = `It delivered on ${counted(days.length, 'day')} of the four weeks before; ${DAYS_NEEDED} with ${least} impressions are needed.`;
      return noVerdict(why, figures);
    }
    const sameWeekday = shareOf(known, deliveredDays(known, daysBefore(day, BASELINE_DAYS / 7, 7)));
    const usual = Math.min(baseline.share, sameWeekday?.share ?? baseline.share);
    const share = Number(clicks) / Number(impressions);
    if (usual === 0) return noVerdict('Nobody clicked in the four weeks before.', figures);
    const ratio = share / usual;
    const expected = BigInt(Math.round(Number(impressions) * usual));
    const sentence = `CTR ${percentWords(share)} on ${dayWords(day)}, ${timesWords(ratio)} the usual ${percentWords(usual)}`;
    const shown = { ...figures, ctr: share, usual_ctr: usual, times: ratio, days_compared: days.length };
    const chart = { value: share, threshold: usual * times, usual };
    if (ratio > times) return quiet(`${sentence}.`, shown, chart);
    if (!isBelowChance(clicks, expected)) {
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

function deliveredDays(known: KnownDays, days: readonly DayNumber[]): DayNumber[] {
  return days.filter((day) => (known.value(day, 'impressions') ?? 0n) > 0n && known.value(day, 'clicks') !== undefined);
}

function shareOf(known: KnownDays, days: readonly DayNumber[]) {
  let [impressions, clicks]: [Quantity, Quantity] = [0n, 0n];
  for (const day of days) {
    impressions += known.value(day, 'impressions') ?? 0n;
    clicks += known.value(day, 'clicks') ?? 0n;
  }
  return impressions === 0n ? undefined : { impressions, share: Number(clicks) / Number(impressions) };
}
