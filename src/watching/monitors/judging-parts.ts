import type { Pipeline } from '../../pipeline/call.ts';
import type { DailyHistory } from '../history/daily-history.ts';
import { StoredHistory } from '../history/stored-history.ts';

/** What monitors need of the other areas. */
export interface JudgingParts {
  history: DailyHistory;
  /** Of these ids of endpoints, those that the workspace has not. */
  unknownEndpoints(workspaceId: string, ids: readonly string[]): Promise<string[]>;
}

export function judgingParts({ store, ambient }: Pipeline): JudgingParts {
  return {
    history: new StoredHistory(store, ambient),
    async unknownEndpoints(workspaceId, ids) {
      if (ids.length === 0) return [];
      const rows = await store.db
        .selectFrom('notice_endpoints')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', [...ids])
        .execute();
      return ids.filter((id) => !rows.some((row) => row.id === id));
    },
  };
}
