import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../../src/web/api/router.ts';

type Outputs = inferRouterOutputs<Api>['keys'];
export type KeyRecord = Outputs['list']['keys'][number];
export type MadeKey = Outputs['create'];

export const isPast = ({ status }: KeyRecord): boolean => status === 'expired' || status === 'revoked';
