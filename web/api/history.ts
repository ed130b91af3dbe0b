import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';

type Outputs = inferRouterOutputs<Api>;
export type HistoryChange = Outputs['history']['list']['changes'][number];
export type UndoneChange = Outputs['history']['sinceThen'];
export type UndoneField = UndoneChange['fields'][number];

/** What the tool undo_change answers with. */
export interface UndoReport {
  undo: UndoneChange['undo'];
  changes: UndoneChange[];
  plans: {
    plan: Pick<Outputs['approvals']['get'], 'id' | 'code' | 'state' | 'request'>;
    error?: { code: string; message: string; next_step: string };
  }[];
}
