import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../../src/web/api/router.ts';

type Outputs = inferRouterOutputs<Api>;
export type KeyRecord = Outputs['keys']['list']['keys'][number];
export type MadeKey = Outputs['keys']['create'];
export type GrantRecord = Outputs['grants']['list']['grants'][number];

export const isPast = ({ status }: { status: string }): boolean => status === 'expired' || status === 'revoked';
