import { isAtLeast, type Role } from '../auth/members.ts';
import { HttpError } from '../errors.ts';
import { shown } from '../pipeline/plan-desk.ts';
import type { Plan } from '../plans/plans.ts';
import type { Person } from './people.ts';
import type { WebParts } from './web-parts.ts';

/** A decision about money is made by somebody who has just proved who they are. */
const SESSION_MS_MAX = 15 * 60_000;

/** A plan as its page shows it, and what the person may do about it. */
export async function planView(parts: WebParts, person: Person, plan: Plan) {
  const { people, pipeline } = parts;
  const actors = await people.actors([plan.requester, ...plan.approvals.map(({ by }) => by)]);
  const obstacle = plan.state === 'waiting' ? await obstacleFor(parts, person, plan) : undefined;
  return {
    ...shown(pipeline, plan),
    workspaceId: plan.workspaceId,
    hash: plan.hash,
    requester: actors(plan.requester),
    approvals: plan.approvals.map(({ by, at }) => ({ by: actors(by).name, at })),
    approvalsNeeded: plan.facts.approvalsNeeded,
    createdAt: plan.createdAt,
    expiresAt: plan.expiresAt,
    mayDecide: plan.state === 'waiting' && obstacle === undefined,
    ...(obstacle !== undefined && { obstacle }),
  };
}

/** Why this person may not approve; undefined: they may. */
export async function obstacleFor(parts: WebParts, person: Person, plan: Plan): Promise<string | undefined> {
  const role = person.roleIn(plan.workspaceId);
  const approvers = await approversOf(parts, plan);
  const names = approvers.filter(({ id }) => id !== person.id).map(({ name }) => name);
  if (!isAtLeast(role, 'approver'))
    return `Approving takes the role approver; yours is ${role}. ${names.length > 0 ? `${names.join(', ')} can.` : 'Ask an owner.'}`;
  if (plan.approvals.some(({ by }) => by === person.id))
    return 'You have approved it; somebody else has to agree as well.';
  const { fourEyes } = await parts.home.policies.of(plan.workspaceId, plan.requester, 'live');
  if (fourEyes && names.length > 0 && (await personBehind(parts, plan.requester)) === person.id)
    return `You asked for this yourself. ${names.join(', ')} can approve it.`;
  return undefined;
}

export function requireYoungSession(parts: WebParts, signedInAt: number | undefined): void {
  if (signedInAt !== undefined && parts.ambient.now() - signedInAt <= SESSION_MS_MAX) return;
  throw new HttpError(403, 'FORBIDDEN', 'Deciding about money takes a sign-in of the last 15 minutes. Sign in again.');
}

/** The person who made the key, or asked themselves. */
async function personBehind({ home }: WebParts, requester: string): Promise<string> {
  const key = await home.store.db
    .selectFrom('api_keys')
    .select('created_by')
    .where('id', '=', requester)
    .executeTakeFirst();
  return key?.created_by ?? requester;
}

async function approversOf({ home }: WebParts, { organizationId, workspaceId }: Plan) {
  const roles: Role[] = ['approver', 'owner'];
  const rows = await home.store.db
    .selectFrom('members')
    .innerJoin('people', 'people.email', 'members.email')
    .select(['people.id', 'people.name'])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', 'in', roles)
    .where((where) => where.or([where('workspace_id', 'is', null), where('workspace_id', '=', workspaceId)]))
    .execute();
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
