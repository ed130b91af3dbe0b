import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';

export type Entry = inferRouterOutputs<Api>['activity']['list']['entries'][number];
export type Change = Entry['changes'][number];
export type ActivityFilters = NonNullable<inferRouterInputs<Api>['activity']['list']['filters']>;
