import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../ambient.ts';
import type { MonitorKind } from '../../tools/monitor-desk.ts';

interface KindFacts {
  /** The kind in words, as the name of a monitor that was given none. */
  title: string;
  /** Closed days of the history, what a platform says now, or what this service itself knows. */
  source: 'figures' | 'platform' | 'own';
  everyMs: number;
  /** It fires for a campaign that spends and can be paused. */
  pauses?: true;
}

const figures = { source: 'figures', everyMs: HOUR_MS } as const;
const platform = { source: 'platform', everyMs: 15 * MINUTE_MS } as const;
const own = { source: 'own', everyMs: 5 * MINUTE_MS } as const;

export const KINDS: Readonly<Record<MonitorKind, KindFacts>> = {
  overspend: { ...figures, title: 'Overspend' },
  budget_nearly_gone: { ...figures, pauses: true, title: 'Budget nearly gone' },
  spend_spike: { ...figures, pauses: true, title: 'Spend spike' },
  zero_delivery: { ...figures, title: 'No delivery' },
  cpa_drift: { ...figures, pauses: true, title: 'Cost per conversion drifts' },
  ctr_drop: { ...figures, pauses: true, title: 'Click rate drops' },
  conversions_stopped: { ...figures, pauses: true, title: 'Conversions stopped' },
  own: { ...figures, pauses: true, title: 'Own rule' },
  ad_rejected: { ...platform, title: 'Ad rejected' },
  account_problem: { ...platform, title: 'Account problem' },
  token_expiry: { ...own, title: 'Token expires' },
  // Reads what accounts may spend from the platforms, where a limit stands.
  over_limit: { ...own, everyMs: 15 * MINUTE_MS, title: 'Spend limit used up' },
  outcome_unknown: { ...own, title: 'Outcome unknown' },
  plan_waiting: { ...own, title: 'Plan waits' },
};

/** The next check after a moment. Each monitor has its own place in the interval, so that not all are due at once. */
export function nextCheck(kind: MonitorKind, id: string, now: number): number {
  const { everyMs } = KINDS[kind];
  const place = createHash('sha256').update(id).digest().readUInt32BE(0) % everyMs;
  const slot = Math.floor((now - place) / everyMs) + 1;
  return slot * everyMs + place;
}
