import type { MonitorKind, MonitorSpec } from '../../tools/monitor-desk.ts';
import type { CampaignDays } from '../history/daily-history.ts';
import { budgetNearlyGone } from './budget-nearly-gone.ts';
import { conversionsStopped } from './conversions-stopped.ts';
import { cpaDrift } from './cpa-drift.ts';
import { ctrDrop } from './ctr-drop.ts';
import { thresholdsOf } from './defaults.ts';
import { type FigureRule, noVerdict } from './figure-rule.ts';
import { dayOfNumber, KnownDays, numberOfDay, type Told } from './known-days.ts';
import { ownRule } from './own-rule.ts';
import { spendSpike } from './spend-spike.ts';
import type { Verdict } from './verdict.ts';
import { dayWords } from './words.ts';
import { zeroDelivery } from './zero-delivery.ts';

/** The kinds that judge the closed days of a campaign. `overspend` judges a row of pacing: `overspend.ts`. */
export type FigureKind = Extract<
  MonitorKind,
  'budget_nearly_gone' | 'spend_spike' | 'zero_delivery' | 'cpa_drift' | 'ctr_drop' | 'conversions_stopped' | 'own'
>;

export const FIGURE_RULES: Readonly<Record<FigureKind, FigureRule>> = {
  budget_nearly_gone: budgetNearlyGone,
  spend_spike: spendSpike,
  zero_delivery: zeroDelivery,
  cpa_drift: cpaDrift,
  ctr_drop: ctrDrop,
  conversions_stopped: conversionsStopped,
  own: ownRule,
};

export type FigureSpec = MonitorSpec & { kind: FigureKind };

export function judgesFigures(spec: MonitorSpec): spec is FigureSpec {
  return spec.kind in FIGURE_RULES;
}

/** How many days before the judged one have to be asked for. */
export function daysLookedBack(spec: FigureSpec): number {
  return FIGURE_RULES[spec.kind].daysBefore({ thresholds: thresholdsOf(spec), own: spec.own });
}

/** What a monitor says of a campaign and a day that has ended. */
export function judgeDay(spec: FigureSpec, series: CampaignDays, day: string): Verdict {
  return judged(spec, new KnownDays(series), numberOfDay(day), 'now');
}

/** What it would have said of each day, by what was known then. */
export function judgeSpan(spec: FigureSpec, series: CampaignDays, from: string, to: string): Verdict[] {
  const known = new KnownDays(series);
  const verdicts: Verdict[] = [];
  for (let day = numberOfDay(from); day <= numberOfDay(to); day += 1) verdicts.push(judged(spec, known, day, 'first'));
  return verdicts;
}

function judged(spec: FigureSpec, known: KnownDays, day: number, told: Told): Verdict {
  const asked = { thresholds: thresholdsOf(spec), own: spec.own, known, day, told };
  const why = whyNotKnown(known, day);
  return { window: dayOfNumber(day), ...(why === undefined ? FIGURE_RULES[spec.kind].judge(asked) : noVerdict(why)) };
}

function whyNotKnown(known: KnownDays, day: number): string | undefined {
  const { completeUntil, notFresh } = known.series.account;
  const newest = numberOfDay(completeUntil);
  if (day > newest) return notFresh ?? `${dayWords(day)} has not ended, or the platform has not counted it to the end.`;
  if (day === newest && notFresh !== undefined) return notFresh;
  return known.day(day) ? undefined : `The figures of ${dayWords(day)} are not kept.`;
}
