import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../../src/web/api/router.ts';

type Outputs = inferRouterOutputs<Api>['rehearsal'];
export type Clock = Outputs['state']['clock'];
export type Fault = Outputs['state']['faults'][number];
export type Effect = Outputs['ledger']['effects'][number];
export type LedgerPage = Outputs['ledger'];
export type Passage = LedgerPage['passages'][number];
export type Decision = LedgerPage['decisions'][number];
