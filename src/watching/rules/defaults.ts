import type { MonitorKind, MonitorSpec, Thresholds } from '../../tools/monitor-desk.ts';

/** The settings of each kind of rule, with their defaults. */
const DEFAULTS = {
  overspend: { percent: 10, from_day: 5 },
  budget_nearly_gone: { percent: 90 },
  spend_spike: { times: 2, weeks: 4 },
  zero_delivery: { percent: 90, impressions_min: 1_000, days_min: 14 },
  cpa_drift: { times: 1.5, critical_times: 2, conversions_min: 30 },
  ctr_drop: { times: 0.5, critical_times: 0.3, impressions_min: 1_000 },
  conversions_stopped: { conversions_min: 10 },
  ad_rejected: {},
  account_problem: {},
  token_expiry: { days_before: [14, 7, 3, 1] },
  over_limit: {},
  outcome_unknown: {},
  plan_waiting: { hours: 4 },
  own: {},
} satisfies Record<MonitorKind, Thresholds>;

export function defaultsOf(kind: MonitorKind): Thresholds {
  return DEFAULTS[kind];
}

/** The thresholds of a monitor, the ones that were left out by default. */
export function thresholdsOf({ kind, thresholds }: Pick<MonitorSpec, 'kind' | 'thresholds'>): Thresholds {
  const given = Object.entries(thresholds ?? {}).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS[kind], ...Object.fromEntries(given) };
}
