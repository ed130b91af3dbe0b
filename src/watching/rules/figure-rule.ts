import type { OwnRule, Thresholds } from '../../tools/monitor-desk.ts';
import { numberOf, type Quantity } from '../../tools/report/quantity.ts';
import type { DayNumber, KnownDays, Told } from './known-days.ts';
import type { Verdict } from './verdict.ts';

/** What a rule is asked: one campaign and one closed day. */
export interface Asked {
  thresholds: Thresholds;
  own: OwnRule | undefined;
  known: KnownDays;
  day: DayNumber;
  /** Which figures of the judged days count: in hindsight those that were known then. */
  told: Told;
}

export type Judgement = Omit<Verdict, 'window'>;

/** One rule about the figures of one campaign. */
export interface FigureRule {
  /** How many days before the judged one it looks at. */
  daysBefore(asked: { thresholds: Thresholds; own: OwnRule | undefined }): number;
  judge(asked: Asked): Judgement;
}

interface Drawn {
  value?: Quantity | number | null | undefined;
  threshold?: Quantity | number | null | undefined;
  usual?: Quantity | number | null | undefined;
}

const drawn = (value: Quantity | number | null | undefined): number | null =>
  value === undefined || value === null ? null : finite(typeof value === 'bigint' ? numberOf(value) : value);
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function judgement(
  state: Verdict['state'],
  severity: Verdict['severity'],
  sentence: string,
  figures: Verdict['figures'],
  { value, threshold, usual }: Drawn,
): Judgement {
  return {
    state,
    severity,
    sentence,
    figures,
    value: drawn(value),
    threshold: drawn(threshold),
    usual: drawn(usual),
  };
}

export function firing(
  severity: Verdict['severity'],
  sentence: string,
  figures: Verdict['figures'],
  chart: Drawn,
): Judgement {
  return judgement('firing', severity, sentence, figures, chart);
}

export function quiet(sentence: string, figures: Verdict['figures'] = {}, chart: Drawn = {}): Judgement {
  return judgement('quiet', 'warning', sentence, figures, chart);
}

/** `why` names what is missing. */
export function noVerdict(why: string, figures: Verdict['figures'] = {}, chart: Drawn = {}): Judgement {
  return judgement('no_verdict', 'warning', why, figures, chart);
}

/** So many standard deviations of a count are no chance any more: measured over 1,000 quiet years, see docs/decisions/monitors.md. */
export const CHANCE_DEVIATIONS = 4.5;

/** The median of the squared deviation of a normal distribution, in units of its variance. */
const MEDIAN_OF_SQUARES = 0.4549;

/** How much more a campaign's days swing than chance alone makes them, as a factor of the variance; at least 1. */
export function dispersionOf(days: readonly { count: Quantity; expected: Quantity }[]): number {
  const squares = days.flatMap(({ count, expected }) => {
    const [counted, usual] = [numberOf(count), numberOf(expected)];
    return usual > 0 ? [(counted - usual) ** 2 / usual] : [];
  });
  const median = squares.toSorted((a, b) => a - b)[squares.length >> 1] ?? 0;
  return Math.max(1, median / MEDIAN_OF_SQUARES);
}

/** Whether a count lies below what is expected by more than chance and the campaign's usual swings explain. */
export function isBelowChance(count: Quantity, expected: Quantity, dispersion: number): boolean {
  const usual = numberOf(expected);
  return usual - numberOf(count) >= CHANCE_DEVIATIONS * Math.sqrt(usual * dispersion);
}
