import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../../src/web/api/router.ts';

export type Days = ConsentRequest['expiryChoices'][number]['days'];
export type ConsentRequest = inferRouterOutputs<Api>['consent']['show'];

export type ConsentChoice = Omit<inferRouterInputs<Api>['consent']['approve'], 'uid'>;
/** Amounts as they were typed. */
export type Raise = NonNullable<ConsentChoice['mayRaise']>[number];
