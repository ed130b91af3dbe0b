import { isAtLeast, type Role } from '../auth/members.ts';
import { Failure } from '../errors.ts';
import { shown, shownWhole } from '../pipeline/plan-desk.ts';
import type { Plan } from '../plans/plan.ts';
import { cleanText } from '../text/clean-text.ts';
import { idsOf } from './activity.ts';
import type { Actor, Person } from './people.ts';
import { modeAmong } from './platform-mode.ts';
import type { WebParts } from './web-parts.ts';

/** A decision about money is made by a person who has just proved who they are. */
const SESSION_MS_MAX = 15 * 60_000;

/** The person at the page. */
export interface Decider {
  person: Person;
  signedInAt: number | undefined;
}

export const OBSTACLES = ['role', 'own request', 'approved already', 'old sign-in'] as const;

/** What keeps a person from approving. */
export interface Obstacle {
  why: (typeof OBSTACLES)[number];
  words: string;
}

/** Plans as their page shows them, and what the person may do about each. */
export async function planViews(parts: WebParts, decider: Decider, plans: readonly Plan[]) {
  const around = await peopleAround(parts, plans);
  return Promise.all(plans.map((plan) => planView(parts, decider, plan, around)));
}

async function planView(parts: WebParts, decider: Decider, plan: Plan, around: PeopleAround) {
  const { actor, behind } = around;
  const workspace = await parts.home.directory.workspace(plan.organizationId, plan.workspaceId);
  const obstacle = plan.state === 'waiting' ? await obstacleFor(parts, decider, plan, around) : undefined;
  const maker = actor(behind.get(plan.requester) ?? '');
  return {
    ...(BEGUN.includes(plan.state) ? await shownWhole(parts.pipeline, plan) : shown(parts.pipeline, plan)),
    title: planTitle(parts, plan),
    reachesVisitors: plan.class === 'activate' && (toolOf(parts, plan)?.activates ?? false),
    // Never a name out of the arguments: those the agent has written.
    object: plan.facts.objectName ?? idsOf(plan.facts.args)[0] ?? null,
    mode: modeAmong(workspace?.connections ?? [], channelsOf(plan)),
    workspaceId: plan.workspaceId,
    hash: plan.hash,
    ...(plan.reason !== undefined && { reason: cleanText(plan.reason) }),
    requester: actor(plan.requester),
    behind: maker.kind === 'person' ? maker : null,
    approvals: plan.approvals.map(({ by, at }) => ({ by: actor(by).name, at })),
    approvalsNeeded: plan.facts.approvalsNeeded,
    createdAt: plan.createdAt,
    expiresAt: plan.expiresAt,
    decided: plan.decided ? { by: actor(plan.decided.by).name, at: plan.decided.at } : null,
    mayDecide: plan.state === 'waiting' && obstacle === undefined,
    mayTakeBack: plan.state === 'waiting' && plan.approvals.some(({ by }) => by === decider.person.id),
    mayWithdraw: plan.state === 'waiting' && isBehind(decider, plan, around),
    mayPlanAnew: OUT_OF_DATE.includes(plan.state) && mayPlanAnew(decider, plan, around),
    obstacle: obstacle ?? null,
  };
}

/** States in which a plan with members has come somewhere. */
const BEGUN: readonly Plan['state'][] = ['applying', 'applied', 'failed', 'unknown'];

/** Of a plan with members: those of its members. */
function channelsOf({ channel, facts }: Plan): readonly string[] {
  return facts.bulk ? facts.bulk.rows.map((row) => row.channel) : [channel];
}

/** Plans that closed because their values are out of date. A person rejected none of them. */
export const OUT_OF_DATE: readonly Plan['state'][] = ['stale', 'expired'];

/** Whether a plan was asked for by this person, or by a key that they made. */
function isBehind({ person }: Decider, { requester }: Plan, { behind }: PeopleAround): boolean {
  return (behind.get(requester) ?? requester) === person.id;
}

function mayPlanAnew(decider: Decider, plan: Plan, around: PeopleAround): boolean {
  const role = decider.person.roleIn(plan.workspaceId);
  return isAtLeast(role, 'approver') || (isAtLeast(role, 'member') && isBehind(decider, plan, around));
}

/** Refuses everybody but those who approve and the person behind the request, who alone may withdraw it. */
export async function refuseOthers(
  parts: WebParts,
  decider: Decider,
  plan: Plan,
  verb: 'withdraw' | 'plan anew',
): Promise<void> {
  const around = await peopleAround(parts, [plan]);
  if (verb === 'withdraw' ? isBehind(decider, plan, around) : mayPlanAnew(decider, plan, around)) return;
  const { name } = around.actor(around.behind.get(plan.requester) ?? plan.requester);
  throw new Failure({
    code: 'permission_denied',
    message:
      verb === 'withdraw'
        ? `Only ${name}, in whose name it was asked, can take it back. Approvers can reject it.`
        : `Planning it anew takes the role approver, or being ${name}, in whose name it was asked.`,
    nextStep: 'Ask them.',
  });
}

export function planTitle(parts: WebParts, plan: Plan): string {
  return toolOf(parts, plan)?.title ?? plan.tool;
}

function toolOf({ pipeline }: WebParts, { channel, tool: name }: Plan) {
  return pipeline.tools.find((tool) => tool.channel.name === channel && tool.name === name);
}

/** Why this person may not approve the plan; undefined: they may. */
export async function obstacleFor(
  parts: WebParts,
  { person, signedInAt }: Decider,
  plan: Plan,
  around?: PeopleAround,
): Promise<Obstacle | undefined> {
  const { approvers, behind } = around ?? (await peopleAround(parts, [plan]));
  const role = person.roleIn(plan.workspaceId);
  const others = approvers.filter(
    ({ id, workspaceId }) => id !== person.id && (workspaceId === null || workspaceId === plan.workspaceId),
  );
  const names = listed([...new Map(others.map(({ id, name }) => [id, name])).values()]);
  if (!isAtLeast(role, 'approver'))
    return {
      why: 'role',
      words: `Approving takes the role approver; yours is ${role}. ${names ? `${names} can.` : 'Ask an owner.'}`,
    };
  if (plan.approvals.some(({ by }) => by === person.id))
    return {
      why: 'approved already',
      words: `You have approved it; somebody else has to agree as well. ${names ? `${names} can.` : ''}`.trim(),
    };
  const { fourEyes } = await parts.home.policies.of(plan.workspaceId, plan.requester, 'live');
  const asker = behind.get(plan.requester) ?? plan.requester;
  if (fourEyes && names && asker === person.id)
    return { why: 'own request', words: `This was asked in your name, so somebody else decides. ${names} can.` };
  if (signedInAt === undefined || parts.ambient.now() - signedInAt > SESSION_MS_MAX)
    return {
      why: 'old sign-in',
      words: 'Deciding takes a sign-in of the last 15 minutes. Sign in again.',
    };
  return undefined;
}

const NAMED_MAX = 5;

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED_MAX;
  return rest > 0 ? `${names.slice(0, NAMED_MAX).join(', ')} and ${rest} more` : names.join(', ');
}

interface PeopleAround {
  actor(id: string): Actor;
  /** The person who made a key, by the key's id. */
  behind: ReadonlyMap<string, string>;
  /** With null for the whole organization. */
  approvers: readonly { id: string; name: string; workspaceId: string | null }[];
}

/** Everybody that these plans name, read at once for all of them. */
export async function peopleAround({ home, people }: WebParts, plans: readonly Plan[]): Promise<PeopleAround> {
  const requesters = [...new Set(plans.map(({ requester }) => requester))];
  if (requesters.length === 0) return { actor: await people.actors([]), behind: new Map(), approvers: [] };
  const keys = await home.store.db
    .selectFrom('api_keys')
    .select(['id', 'created_by'])
    .where('id', 'in', requesters)
    .execute();
  const behind = new Map(keys.map(({ id, created_by }) => [id, created_by]));
  const deciders = plans.flatMap(({ approvals, decided }) => [...approvals, ...(decided ? [decided] : [])]);
  return {
    actor: await people.actors([...requesters, ...behind.values(), ...deciders.map(({ by }) => by)]),
    behind,
    approvers: await approversOf(home, [...new Set(plans.map(({ organizationId }) => organizationId))]),
  };
}

function approversOf({ store }: WebParts['home'], organizationIds: readonly string[]) {
  const roles: Role[] = ['approver', 'owner'];
  return store.db
    .selectFrom('members')
    .innerJoin('people', 'people.email', 'members.email')
    .select(['people.id', 'people.name', 'members.workspace_id as workspaceId'])
    .where('members.organization_id', 'in', organizationIds)
    .where('members.role', 'in', roles)
    .orderBy('people.name')
    .execute();
}
