import type { z } from 'zod';
import { plannedBy } from '../pipeline/apply-approved.ts';
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
    .where((where) => where.or([where('call_id', 'in', callIds), where('id', 'in', callIds.map(planOf))]))
    .execute();
  const approvals = plans.map((plan) => ({ plan, by: JSON.parse(plan.approvals) as { by: string }[] }));
  const actor = await people.actors(approvals.flatMap(({ by }) => by.map((one) => one.by)));
  return new Map(
    approvals.flatMap(({ plan, by }) => {
      const shown = { id: plan.id, code: codeOf(plan.hash), approvedBy: by.map((one) => actor(one.by).name) };
      return callIds.filter((id) => id === plan.call_id || planOf(id) === plan.id).map((id) => [id, shown] as const);
    }),
  );
}

/** Every try of a plan has its id in its own, while the plan names the last one. */
const planOf = (callId: string) => plannedBy(callId) ?? '';
