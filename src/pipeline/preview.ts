import { createHash } from 'node:crypto';
import type { ConnectionView } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import { canonicalJson } from '../idempotency/fingerprint.ts';
import { type ActionClass, classByDifference, possibleClasses } from '../plans/action-class.ts';
import type { Plan, PlanFacts } from '../plans/plan.ts';
import type { Policy, Rule } from '../plans/policies.ts';
import type { Tool } from '../tools/define-tool.ts';
import { ancestorsOf } from './ancestors.ts';
import { approvalQuestion } from './approval-question.ts';
import type { Job, ToolReply } from './call.ts';
import { describeTool } from './describe.ts';
import { isRehearsed, type Rehearsed, rehearse } from './rehearse.ts';
import { shownPlan } from './shown-plan.ts';
import { spendEffect, spendGuard } from './spend-guard.ts';
import { cannotBeUndone } from './undo-coverage.ts';

/** Answers with a plan of the change instead of making it. */
export async function preview(job: Job, reason: string | undefined): Promise<ToolReply> {
  const outcome = await rehearse(job);
  if (!isRehearsed(outcome)) return outcome;
  const policy = await policyOf(job);
  const plan = await makePlan(job, outcome, policy, 'planned', reason);
  return { json: JSON.stringify({ plan: shown(job, plan) }), isError: false };
}

/**
 * Lets a change pass that the policy wants made at once. Any other becomes a plan, and the call fails with it; a client that can
 * open addresses is first led to the page where people decide.
 */
export async function requireLeave(job: Job, reason: string | undefined): Promise<ToolReply | undefined> {
  const policy = await policyOf(job);
  if (possibleClasses(job.tool, job.args).every((name) => ruleFor(policy, name) === 'auto')) return undefined;
  const outcome = await rehearse(job);
  if (!isRehearsed(outcome)) return undefined;
  const rule = refuseDenied(job, policy, outcome);
  if (rule === 'auto') return undefined;
  // A change that a limit refuses is not put before people.
  await (await spendGuard(job))?.tryOut();
  const plan = await makePlan(job, outcome, policy, rule === 'approve' ? 'waiting' : 'planned', reason);
  const asks = approvalQuestion(job, plan, shown(job, plan));
  if (asks) return { json: 'null', isError: false, asks };
  throw parked(job, plan);
}

/** The rule for a rehearsed call; throws where it is forbidden. */
export function refuseDenied(job: Job, policy: Policy, { difference }: Rehearsed): Exclude<Rule, 'deny'> {
  const name = classByDifference(job.tool, job.args, difference);
  const rule = ruleFor(policy, name);
  if (rule === 'deny') throw denied(job, name);
  return rule;
}

export function policyOf({ pipeline, workspace, call, connection }: Job): Promise<Policy> {
  return pipeline.policies.of(workspace.id, call.principal.id, connection?.mode ?? 'sandbox');
}

/** Pauses and cuts are never held back. */
export function ruleFor({ rules }: Policy, name: ActionClass): Rule {
  return name === 'cut' ? 'auto' : (rules[name] ?? 'auto');
}

/** `undoes`: the numbers of the changes that it takes back; `applyAt`: not before this moment. */
export async function makePlan(
  job: Job,
  rehearsed: Rehearsed,
  policy: Policy,
  state: 'planned' | 'waiting' | 'scheduled',
  reason: string | undefined,
  { undoes, applyAt }: { undoes?: readonly number[]; applyAt?: number } = {},
): Promise<Plan> {
  const { pipeline, tool, workspace, call } = job;
  const name = classByDifference(tool, job.args, rehearsed.difference);
  const [exposure, ancestors] = await Promise.all([spendEffect(job), ancestorsOf(job)]);
  return pipeline.plans.make({
    organizationId: workspace.organizationId,
    workspaceId: workspace.id,
    channel: tool.channel.name,
    tool: tool.name,
    class: name,
    state,
    requester: call.principal.id,
    reason,
    facts: {
      ...factsOf(job, rehearsed, policy, name),
      ancestors,
      ...(exposure && { exposure }),
      ...(applyAt !== undefined && { applyAt }),
    },
    undoes,
  });
}

/** What a plan is made of, and what its second run is held against. */
export function factsOf(job: Job, rehearsed: Rehearsed, policy: Policy, name: ActionClass): PlanFacts {
  const { tool, args, connection } = job;
  return {
    ...rehearsed,
    args,
    account: accountIn(job),
    connection: connection && leadsTo(connection),
    schema: schemaDigest(tool),
    cannotBeUndone: cannotBeUndone(tool, args),
    policyVersion: policy.version,
    approvalsNeeded: policy.two.includes(name) ? 2 : 1,
  };
}

function leadsTo({ id, mode, account, accounts, options }: ConnectionView) {
  return { id, mode, account, options: { ...options, accounts } };
}

function accountIn({ tool, args, connection }: Job): string {
  const named = args[tool.channel.account?.argument ?? ''];
  return typeof named === 'string' ? named : (connection?.account ?? '');
}

function schemaDigest(tool: Tool): string {
  return createHash('sha256')
    .update(canonicalJson(describeTool(tool).inputSchema))
    .digest('hex');
}

function shown({ pipeline, tool }: Job, plan: Plan) {
  return shownPlan(plan, tool, pipeline.approvalUrl(plan.id));
}

export function parked(job: Job, plan: Plan): Failure {
  const isWaiting = plan.state === 'waiting';
  const { approve_url } = shown(job, plan);
  return new Failure({
    code: 'approval_required',
    message: isWaiting
      ? `In this workspace a person has to agree before a call may ${doing(job.tool, plan.class)}. Nothing was sent; the change waits as plan ${plan.id}.`
      : `In this workspace a call has to be looked at as a plan before it may ${doing(job.tool, plan.class)}. Nothing was sent; the change stands as plan ${plan.id}.`,
    nextStep: isWaiting
      ? `Give ${approve_url} to a person who may approve, and wait with get_plan {"plan_id":"${plan.id}","wait_s":25} at /workspace/mcp or /mcp. Once approved, the service makes the change by itself.`
      : `Look at the difference, then call apply_plan {"plan_id":"${plan.id}"} at /workspace/mcp or /mcp.`,
    plan: shown(job, plan),
  });
}

function denied({ tool }: Job, name: ActionClass): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The rules of this workspace forbid calls that ${doing(tool, name)}, and this call of ${tool.name} would.`,
    nextStep: 'Nothing was sent. An owner can change the policy (adhelm policy set); pausing and cutting always work.',
  });
}

function doing({ activates }: Tool, name: ActionClass): string {
  return activates && name === 'activate' ? 'reach visitors' : WORDS[name];
}

const WORDS: Readonly<Record<ActionClass, string>> = {
  people: 'upload people',
  delete: 'do what cannot be taken back',
  activate: 'switch something on',
  raise: 'let more money flow',
  create: 'create something',
  change: 'change something',
  cut: 'spend less',
};
