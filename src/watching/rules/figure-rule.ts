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

/** How far chance carries a count: beyond this many standard deviations of a Poisson count nobody has seen it in a quiet year. */
export const CHANCE_DEVIATIONS = 4;

/** Whether a count lies below what is expected by more than chance explains. */
export function isBelowChance(count: Quantity, expected: Quantity): boolean {
  const usual = numberOf(expected);
  return usual - numberOf(count) >= CHANCE_DEVIATIONS * Math.sqrt(usual);
}
