import type { Problem } from '../../errors.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import type { CampaignDays, DailyHistory } from '../history/daily-history.ts';
import type { Verdict } from '../rules/verdict.ts';

/** What monitors need of the other areas. */
export interface JudgingParts {
  history: DailyHistory;
  /** How many days before the judged one the rule looks at. */
  daysLookedBack(spec: MonitorSpec): number;
  judgeDay(spec: MonitorSpec, series: CampaignDays, day: string): Verdict;
  judgeSpan(spec: MonitorSpec, series: CampaignDays, from: string, to: string): Verdict[];
  thresholdProblems(spec: MonitorSpec): Problem[];
  firesWhen(spec: MonitorSpec): string;
  /** Of these ids of endpoints, those that the workspace has not. */
  unknownEndpoints(workspaceId: string, ids: readonly string[]): Promise<string[]>;
}

export function judgingParts(_pipeline: Pipeline): JudgingParts {
  const silent = (window: string): Verdict => ({
    state: 'no_verdict',
    severity: 'warning',
    window,
    sentence: 'There is no rule yet.',
    figures: {},
  });
  return {
    history: { accounts: async () => [], campaigns: async () => [] },
    daysLookedBack: () => 56,
    judgeDay: (_spec, _series, day) => silent(day),
    judgeSpan: (_spec, _series, from) => [silent(from)],
    thresholdProblems: () => [],
    firesWhen: ({ kind }) => `Fires by the rule ${kind}.`,
    unknownEndpoints: async () => [],
  };
}
