import type { inferRouterOutputs } from '@trpc/server';
import type { UndoReport } from '../../src/tools/history-desk.ts';
import type { Api } from '../../src/web/api/router.ts';

export type HistoryChange = inferRouterOutputs<Api>['history']['list']['changes'][number];
export type UndoneChange = inferRouterOutputs<Api>['history']['sinceThen'];
export type UndoneField = UndoneChange['fields'][number];
export type { UndoReport };
