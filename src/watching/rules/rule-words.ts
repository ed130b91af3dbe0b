import { isMoney } from '../../reports/vocabulary.ts';
import type { MonitorKind, MonitorSpec, OwnRule, Thresholds } from '../../tools/monitor-desk.ts';
import { thresholdsOf } from './defaults.ts';

type Told = Required<Thresholds>;

const FIRES_WHEN: Readonly<Record<MonitorKind, (thresholds: Told, own: OwnRule | undefined) => string>> = {
  overspend: ({ percent, from_day }) => `projected month > plan + ${percent} %, from day ${from_day}`,
  budget_nearly_gone: ({ percent }) => `${percent} % of a lifetime budget spent`,
  spend_spike: ({ times, weeks }) => `> ${times} × same weekday, ${weeks} weeks`,
  zero_delivery: ({ percent, impressions_min, days_min }) =>
    `0 impressions on a full day, or −${percent} % against the same weekday (≥ ${whole(impressions_min)} impressions, ${days_min} days)`,
  cpa_drift: ({ times, critical_times, conversions_min }) =>
    `cost per conversion of 7 days ≥ ${times} × the 28 days before (critical ${critical_times} ×), ≥ ${conversions_min} conversions`,
  ctr_drop: ({ times, critical_times, impressions_min }) =>
    `CTR ≤ ${times} × the 28 days before (critical ${critical_times} ×), ≥ ${whole(impressions_min)} impressions`,
  conversions_stopped: ({ conversions_min }) =>
    `0 conversions for 2 full days, where ${conversions_min} a day was the median`,
  ad_rejected: () => 'an ad is rejected',
  account_problem: () => 'an account is closed, restricted, unpaid or low on balance',
  token_expiry: ({ days_before }) => `a sign-in ends in ${days_before.join(', ')} days`,
  over_limit: () => 'a spend limit of the workspace or its organization is used up',
  outcome_unknown: () => 'the outcome of a change is unknown',
  plan_waiting: ({ hours }) => `a plan waits for more than ${hours} h`,
  own: (_, own) => (own ? ownWords(own) : 'no rule'),
};

/** The rule of a monitor in words. */
export function firesWhen(spec: Pick<MonitorSpec, 'kind' | 'thresholds' | 'own'>): string {
  return FIRES_WHEN[spec.kind](thresholdsOf(spec) as Told, spec.own);
}

function ownWords({ metric, level, comparison, value, currency, window_days }: OwnRule): string {
  const limit = isMoney(metric) && currency !== undefined ? `${value} ${currency}` : value;
  const span = window_days === 1 ? 'on a day' : `over ${window_days} days`;
  return `${metric} ${comparison} ${limit} ${span}${level === 'account' ? ', by account' : ''}`;
}

const whole = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
