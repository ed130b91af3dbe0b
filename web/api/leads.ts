import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';

export type Leads = inferRouterOutputs<Api>['leads']['list'];
export type Lead = Leads['leads'][number];
