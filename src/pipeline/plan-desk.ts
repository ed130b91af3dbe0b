import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, type Outcome } from '../errors.ts';
import type { Difference } from '../plans/action-class.ts';
import { isTooLate, type Plan } from '../plans/plan.ts';
import { requestDigest } from '../plans/request-digest.ts';
import { noteSwitchedOn } from '../store/stored-stops.ts';
import type { PlanDesk, PlanState, ShownPlan } from '../tools/plan-desk.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import type { ChangeGuard } from '../upstream/captured-change.ts';
import { ancestorsOf, type Moved, movedAbove } from './ancestors.ts';
import type { Call, Job, JobPlace, Pipeline } from './call.ts';
import { refuseWriteWhenReadOnly } from './call-failures.ts';
import { planLessens } from './lessening.ts';
import { performRecorded } from './perform-recorded.ts';
import { factsOf, parked, policyOf, ruleFor } from './preview.ts';
import { isRehearsed, rehearse } from './rehearse.ts';
import { shortValue, shownPlan } from './shown-plan.ts';

const WAIT_STEP_MS = 500;

/** The plans of one workspace, as a call of its own reaches them. */
export function planDesk({ pipeline, call, workspace: { id: workspaceId } }: JobPlace): PlanDesk {
  const mayUse = ({ channel, facts, requester }: Plan) =>
    pipeline.admission.mayUse(call.principal, channel) &&
    (!facts.bulk || pipeline.admission.mayUseSheet(call.principal, requester));
  const found = async (id: string) => {
    const plan = await pipeline.plans.find(workspaceId, id);
    if (!plan || !mayUse(plan)) throw unknownPlan(id);
    return plan;
  };
  return {
    async list({ state, limit, after }) {
      const { channels } = call.principal;
      const found = await pipeline.plans.list([workspaceId], state, limit, { channels, after: placeIn(after) });
      const last = found.length === limit ? found.at(-1) : undefined;
      return {
        plans: found.filter(mayUse).map((plan) => withFewRows(shown(pipeline, plan))),
        ...(last && { next: `${last.createdAt} ${last.id}` }),
      };
    },
    async get(id, waitS) {
      const until = pipeline.ambient.elapsedMs() + waitS * 1_000;
      let plan = await found(id);
      while (UNDECIDED.includes(plan.state) && pipeline.ambient.elapsedMs() < until && !call.gone().aborted) {
        await sleep(WAIT_STEP_MS);
        plan = await found(id);
      }
      return shownWhole(pipeline, plan);
    },
    async apply(id) {
      const plan = await found(id);
      return applyPlan(pipeline, plan, call);
    },
    async withdraw(id) {
      const plan = await found(id);
      const moved = await pipeline.plans.move(plan, OPEN, 'withdrawn', { actor: call.principal.id });
      if (!moved) throw closed(await found(id), 'not_applied');
      return shown(pipeline, await found(id));
    },
    async lessens(id) {
      const plan = await pipeline.plans.find(workspaceId, id);
      return plan !== undefined && mayUse(plan) && planLessens(pipeline, plan);
    },
  };
}

function placeIn(after: string | undefined) {
  if (after === undefined) return undefined;
  const [createdAt = '', id = ''] = after.split(' ');
  return { createdAt: Number(createdAt), id };
}

const OPEN: readonly PlanState[] = ['planned', 'waiting', 'scheduled', 'approved'];
const READY: readonly PlanState[] = ['planned', 'scheduled', 'approved'];
const UNDECIDED: readonly PlanState[] = ['waiting', 'approved', 'applying'];

export function shown(pipeline: Pipeline, plan: Plan): ShownPlan {
  return shownPlan(plan, toolOf(pipeline, plan), pipeline.approvalUrl(plan.id));
}

const ROWS_LISTED_MAX = 5;

/** In a list; get_plan shows them. */
function withFewRows({ bulk, ...plan }: ShownPlan): ShownPlan {
  if (!bulk) return plan;
  const rows = bulk.rows.slice(0, ROWS_LISTED_MAX);
  const difference = Object.fromEntries(Object.entries(plan.difference).slice(0, ROWS_LISTED_MAX));
  return { ...plan, difference, bulk: { ...bulk, rows, more_rows: bulk.campaigns - rows.length } };
}

/** With how far a plan with members has come. */
export async function shownWhole(pipeline: Pipeline, plan: Plan): Promise<ShownPlan> {
  return { ...shown(pipeline, plan), ...(plan.facts.bulk && (await pipeline.launching.progress(pipeline, plan))) };
}

function toolOf(pipeline: Pipeline, { channel, tool }: Plan) {
  return pipeline.tools.find((one) => one.channel.name === channel && one.name === tool);
}

/**
 * Runs the planned call again, up to its change: what it would send now must be what was planned, from the same values. Then
 * runs it once more with a session that sends that very request and no other.
 */
export async function applyPlan(pipeline: Pipeline, plan: Plan, call: Call): Promise<Record<string, unknown>> {
  if (plan.facts.bulk) return pipeline.launching.begin(pipeline, plan, call);
  if (!READY.includes(plan.state)) throw closed(plan);
  await refuseOtherHours(pipeline, plan);
  const job = await jobOf(pipeline, plan, call);
  const policy = await policyOf(job);
  const rule = ruleFor(policy, plan.class);
  if (rule === 'deny') throw refused(plan, 'the policy of the workspace forbids it by now');
  if (plan.state !== 'approved' && rule === 'approve') {
    await pipeline.plans.move(plan, [plan.state], 'waiting', { actor: call.principal.id });
    throw parked(job, { ...plan, state: 'waiting' });
  }
  const { actor, from } = { actor: call.principal.id, from: plan.state };
  const begun = await pipeline.plans.move(plan, [from], 'applying', { actor, callId: call.requestId });
  if (!begun) throw closed((await pipeline.plans.find(plan.workspaceId, plan.id)) ?? plan);
  const end = (to: PlanState, more: { note?: string; result?: unknown; retryAt?: number } = {}) =>
    pipeline.plans.move(plan, ['applying'], to, { actor, ...more });
  try {
    const moved = await movedSince(job, plan);
    if (moved.length > 0) throw stale(plan, moved);
    const { json } = await performRecorded({ ...job, guard: only(plan) });
    const result = JSON.parse(json) as Record<string, unknown>;
    await end('applied', { result });
    if (plan.class === 'activate') await noteSwitchedOn(pipeline.store, pipeline.ambient, plan, switchedIn(result));
    return result;
  } catch (error) {
    const failure = error instanceof Failure ? error : undefined;
    if (failure?.code === 'stale') await end('stale', { note: failure.details.message });
    else if (failure?.outcome === 'not_applied' && failure.retryable)
      await end(from, from === 'planned' ? {} : retryOf(plan, failure, pipeline.ambient.now()));
    else if (failure?.outcome === 'not_applied') await end('failed', { note: failure.details.message });
    else if (failure?.outcome === 'applied') await end('applied', { note: failure.details.message });
    else await end('unknown', { note: failure?.details.message ?? 'It broke off.' });
    throw error;
  }
}

/** A scheduled change is made at its hour or a little later; it is not made long after people expected it. */
async function refuseOtherHours(pipeline: Pipeline, plan: Plan): Promise<void> {
  const now = pipeline.ambient.now();
  if (now < (plan.facts.applyAt ?? now)) throw closed({ ...plan, state: 'scheduled' });
  if (!isTooLate(plan, now)) return;
  const note = 'Its hour was missed: nobody could make it in time.';
  await pipeline.plans.move(plan, [plan.state], 'expired', { actor: 'service', note });
  throw closed({ ...plan, state: 'expired', note });
}

const RETRY_MS_MIN = 5_000;
const RETRY_MS_MAX = 10 * 60_000;

/** When the service tries an approved plan again: when the refusal says, else later each time. */
function retryOf({ retries }: Plan, { details }: Failure, now: number): { note: string; retryAt: number } {
  const { retryAfterS, message } = details;
  const waitMs = retryAfterS === undefined ? Math.min(RETRY_MS_MIN * 2 ** retries, RETRY_MS_MAX) : retryAfterS * 1_000;
  const retryAt = now + Math.max(waitMs, 1_000);
  return { retryAt, note: `It is tried again at ${new Date(retryAt).toISOString()}. ${message}` };
}

/** The rows of a bulk change that are as it wanted them. */
function switchedIn({ results }: Record<string, unknown>): string[] {
  const rows = Array.isArray(results) ? (results as { id: string; outcome: string }[]) : [];
  return rows.filter(({ outcome }) => outcome === 'changed' || outcome === 'unchanged').map(({ id }) => id);
}

/** Admits the planned call again: its key, channel, workspace and connection may be gone by now. */
export async function jobOf(pipeline: Pipeline, plan: Plan, call: Call): Promise<Job> {
  const tool = toolOf(pipeline, plan);
  if (!tool) throw refused(plan, `there is no tool ${plan.tool} any more`);
  pipeline.admission.checkChannel(call.principal, tool.channel.name);
  refuseWriteWhenReadOnly(tool, call);
  const workspace = await pipeline.admission.workspace(call.principal, plan.workspaceId);
  const connection = pipeline.admission.connection(workspace, tool.channel.name);
  return { pipeline, tool, args: plan.facts.args, call, timing: new CallTiming(), workspace, connection };
}

/** The fields that another value would now be changed from, or what else is not as it was planned. */
async function movedSince(job: Job, plan: Plan): Promise<Moved[]> {
  // First: below a parent that was deleted, the tool itself would only fail.
  const above = movedAbove(plan.facts.ancestors ?? [], plan.facts.ancestors ? await ancestorsOf(job) : []);
  if (above.length > 0) return above;
  const outcome = await rehearse(job);
  if (!isRehearsed(outcome)) return [{ field: 'everything', how: 'it stands already' }];
  const now = factsOf(job, outcome, await policyOf(job), plan.class);
  const { facts } = plan;
  const fields = [...new Set([...Object.keys(facts.difference), ...Object.keys(now.difference)])].filter(
    (field) => JSON.stringify(facts.difference[field]) !== JSON.stringify(now.difference[field]),
  );
  if (fields.length > 0)
    return fields.map((field) => movedField(field, facts.difference[field], now.difference[field]));
  if (facts.schema !== now.schema) return [{ field: 'the arguments of the tool' }];
  if (JSON.stringify(facts.connection) !== JSON.stringify(now.connection)) return [{ field: 'the connection' }];
  return facts.digest === now.digest ? [] : [{ field: 'the request' }];
}

function movedField(
  field: string,
  planned: Difference[string] | undefined,
  now: Difference[string] | undefined,
): Moved {
  if (!planned) return { field };
  if (!now) return { field, how: `already ${shortValue(planned.to)}` };
  return { field, how: `${shortValue(planned.from)} then, ${shortValue(now.from)} now` };
}

/** The planned request must be the first to leave; a change in pieces may go on from there. */
function only({ facts }: Plan): ChangeGuard {
  let isSent = false;
  return async (request, session) => {
    const clocks = [session.now(), session.platformNow()];
    if (!isSent && requestDigest(request, clocks) !== facts.digest) throw stalePlan([{ field: 'the request' }]);
    isSent = true;
  };
}

function stale({ id }: Plan, moved: readonly Moved[]): Failure {
  const { details } = stalePlan(moved);
  return new Failure({ ...details, message: `${details.message} The plan ${id} is closed; nothing was sent.` });
}

function stalePlan(moved: readonly Moved[]): Failure {
  const told = moved.map(({ field, how }) => (how === undefined ? field : `${field} (${how})`));
  return new Failure({
    code: 'stale',
    message: `Since this was planned, something has moved: ${told.join(', ')}.`,
    problems: moved.map(({ field, how }) => ({
      field,
      message: `is not as it was when the change was planned${how === undefined ? '' : `: ${how}`}`,
    })),
    nextStep: 'Preview the change again and look at the new difference.',
  });
}

function unknownPlan(id: string): Failure {
  return new Failure({
    code: 'not_found',
    message: `There is no plan ${id}.`,
    problems: [{ field: 'plan_id', message: 'names no plan of this workspace' }],
    nextStep: 'See what there is with list_plans.',
  });
}

const CLOSED: Readonly<Partial<Record<PlanState, string>>> = {
  waiting: 'waits for a person to agree',
  scheduled: 'is scheduled, and the service makes the change by itself at its hour',
  approved: 'is approved, and the service makes the change by itself',
  applying: 'is being applied right now',
  applied: 'was applied already',
  failed: 'was tried, and the platform refused it',
  unknown: 'was sent, and nobody knows what became of it',
  withdrawn: 'was withdrawn',
  expired: 'has lapsed',
  stale: 'is out of date',
  rejected: 'was rejected',
};

/** Where `not_applied` would not be certain: the service may make an approved change at any moment. */
const BECAME: Readonly<Partial<Record<PlanState, Outcome>>> = {
  approved: 'unknown',
  applying: 'unknown',
  unknown: 'unknown',
  applied: 'applied',
};

/** `outcome` tells what became of the planned change; a caller that failed to withdraw or cancel it passes `not_applied`. */
export function closed(plan: Plan, outcome: Outcome = BECAME[plan.state] ?? 'not_applied'): Failure {
  const { id, state, note } = plan;
  const wait = `Wait for it with get_plan {"plan_id":"${id}","wait_s":25}.`;
  const nextSteps: Partial<Record<PlanState, string>> = {
    waiting: wait,
    approved: wait,
    applying: wait,
    scheduled: 'See when with list_scheduled_changes; cancel_scheduled_change takes it back.',
    applied: `Do not repeat it: see what it did with get_plan {"plan_id":"${id}"}.`,
    unknown: 'Read the object to see it as it is now before planning anything again.',
  };
  return new Failure({
    code: 'conflict',
    message: `The plan ${id} ${CLOSED[state] ?? `is ${state}`}${note === undefined ? '' : ` (${note})`}. This call sent nothing.`,
    outcome,
    nextStep: nextSteps[state] ?? `Plan it again: ${planningAgain(plan)}.`,
  });
}

/** A sheet is planned by reading it, not by a preview of that. */
function planningAgain({ tool, facts: { bulk, args } }: Plan): string {
  if (!bulk) return `call ${tool} with preview: true`;
  return `${tool} ${JSON.stringify({ spreadsheet_id: args.spreadsheet_id, range: args.range })}`;
}

export function refused({ id }: Plan, why: string): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The plan ${id} cannot be applied: ${why}. Nothing was sent.`,
    nextStep: 'Ask an owner, or plan something else.',
  });
}
