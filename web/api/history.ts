import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';

type Outputs = inferRouterOutputs<Api>;
export type HistoryQuestion = inferRouterInputs<Api>['history']['list'];
export type HistoryChange = Outputs['history']['list']['changes'][number];
export type UndoneChange = Outputs['history']['sinceThen'];
export type UndoneField = UndoneChange['fields'][number];

type Plan = Outputs['approvals']['get'];

/** What the tool undo_change answers with. */
export interface UndoReport {
  undo: UndoneChange['undo'];
  changes: UndoneChange[];
  plans: {
    plan: Pick<Plan, 'id' | 'code' | 'state' | 'class' | 'request' | 'exposure'>;
    error?: { code: string; message: string; next_step: string };
  }[];
}
