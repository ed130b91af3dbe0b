import type { z } from 'zod';
import { codeOf } from '../plans/plan.ts';
import type { ActivityEntry } from './activity-entry.ts';
import type { ActivityRow } from './activity-rows.ts';
import type { WebParts } from './web-parts.ts';

type PlanOfCall = NonNullable<z.infer<typeof ActivityEntry>['plan']>;

/** The plans that calls were made by, by the id of the call; approvers by name. */
export async function plansOfCalls(
  { home, people }: WebParts,
  rows: readonly ActivityRow[],
): Promise<ReadonlyMap<string, PlanOfCall>> {
  const calls = rows.filter(({ phase }) => phase === 'intent');
  const workspaceIds = [...new Set(calls.flatMap(({ workspace_id }) => workspace_id ?? []))];
  const callIds = calls.flatMap(({ call_id }) => call_id ?? []);
  if (workspaceIds.length === 0 || callIds.length === 0) return new Map();
  const plans = await home.store.db
    .selectFrom('plans')
    .select(['id', 'hash', 'approvals', 'call_id'])
    .where('workspace_id', 'in', workspaceIds)
    .where('call_id', 'in', callIds)
    .execute();
  const approvals = plans.map((plan) => ({ plan, by: JSON.parse(plan.approvals) as { by: string }[] }));
  const actor = await people.actors(approvals.flatMap(({ by }) => by.map((one) => one.by)));
  return new Map(
    approvals.map(({ plan, by }) => [
      plan.call_id!,
      { id: plan.id, code: codeOf(plan.hash), approvedBy: by.map((one) => actor(one.by).name) },
    ]),
  );
}
