import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../../src/web/api/router.ts';

type Outputs = inferRouterOutputs<Api>['connections'];
export type ConnectionCardData = Outputs['list'][number];
export type PendingConnection = Outputs['pending'];
export type TestResult = Outputs['test'];
export type Account = PendingConnection['accounts'][number];
export type TokenHealth = NonNullable<ConnectionCardData['tokenHealth']>;
