import type { Problem } from '../../errors.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { MonitorKind, MonitorSpec } from '../../tools/monitor-desk.ts';
import type { CampaignDays, DailyHistory } from '../history/daily-history.ts';
import type { Verdict } from '../rules/verdict.ts';

/** What monitors need of the other areas. */
export interface JudgingParts {
  history: DailyHistory;
  /** The rules of the kinds that judge closed days. */
  rules: Partial<Record<MonitorKind, (spec: MonitorSpec, series: CampaignDays, day: string) => Verdict>>;
  thresholdProblems(spec: MonitorSpec): Problem[];
  firesWhen(spec: MonitorSpec): string;
  /** Of these ids of endpoints, those that the workspace has not. */
  unknownEndpoints(workspaceId: string, ids: readonly string[]): Promise<string[]>;
}

export function judgingParts(_pipeline: Pipeline): JudgingParts {
  return {
    history: { accounts: async () => [], campaigns: async () => [] },
    rules: {},
    thresholdProblems: () => [],
    firesWhen: ({ kind }) => `Fires by the rule ${kind}.`,
    unknownEndpoints: async () => [],
  };
}
