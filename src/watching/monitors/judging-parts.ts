import type { Pipeline } from '../../pipeline/call.ts';
import type { DailyHistory } from '../history/daily-history.ts';

/** What monitors need of the other areas. */
export interface JudgingParts {
  history: DailyHistory;
  /** Of these ids of endpoints, those that the workspace has not. */
  unknownEndpoints(workspaceId: string, ids: readonly string[]): Promise<string[]>;
}

export function judgingParts(_pipeline: Pipeline): JudgingParts {
  return {
    history: { accounts: async () => [], campaigns: async () => [] },
    unknownEndpoints: async () => [],
  };
}
