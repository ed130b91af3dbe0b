import { actorsWithIds } from '../../audit/actors.ts';
import { Failure, invalidArguments } from '../../errors.ts';
import type { Job, JobPlace, Pipeline } from '../../pipeline/call.ts';
import { closed, shown as shownPlan } from '../../pipeline/plan-desk.ts';
import { makePlan, policyOf, refuseDenied } from '../../pipeline/preview.ts';
import { isRehearsed, type Rehearsed, rehearse } from '../../pipeline/rehearse.ts';
import type { Plan } from '../../plans/plan.ts';
import { brokenCursor } from '../../tools/listing.ts';
import type { ChangeSpec, ScheduleDesk, ShownScheduledChange } from '../../tools/schedule-desk.ts';
import { changeState, changeWords, planStatesOf } from './change-state.ts';
import { chosenHour } from './chosen-hour.ts';
import { scheduledCall, within, zoneOf } from './scheduled-call.ts';
import { type ScheduledChange, storedChanges } from './stored-changes.ts';
import { localWords } from './when-words.ts';

export const CHANGE_JOB = 'scheduled_change';
const AHEAD_MAX = 200;

type ChangeDesk = Pick<ScheduleDesk, 'change' | 'changes' | 'cancelChange'>;

/** The scheduled changes of one workspace, as a call reaches them. Each is a plan that is not applied before its hour. */
export function scheduledChanges(place: JobPlace): ChangeDesk {
  const { pipeline, call, workspace } = place;
  const found = async (id: string) => {
    const change = await storedChanges.find(pipeline.store, id);
    const plan = change && (await pipeline.plans.find(workspace.id, id));
    if (!plan || !pipeline.admission.mayUse(call.principal, plan.channel)) throw unknownChange(id);
    return { change, plan };
  };
  return {
    async change(spec) {
      const job = await scheduledCall(place, spec);
      const now = pipeline.ambient.now();
      const zone = await zoneOf(job);
      const { at, notes } = chosenHour('at', spec.at, zone, now);
      const back = spec.back_at === undefined ? undefined : chosenHour('back_at', spec.back_at, zone, now);
      if (back && back.at <= at) throw invalidArguments([{ field: 'back_at', message: 'must be after at' }]);
      await refuseTooMany(place, now);
      const plan = await plannedFor(job, spec, at, zone);
      const change: ScheduledChange = {
        planId: plan.id,
        workspaceId: workspace.id,
        applyAt: at,
        zone,
        backAt: back?.at,
        back: undefined,
        told: undefined,
        createdAt: now,
      };
      await pipeline.store.transaction(async (tx) => {
        await storedChanges.add(tx, change);
        await pipeline.jobs.put(tx, { kind: CHANGE_JOB, key: plan.id, runAt: at, workspaceId: workspace.id });
      });
      return shown(pipeline, change, plan, [...notes, ...(back?.notes ?? [])]);
    },
    changes: (question) => pageOfChanges(place, question),
    async cancelChange(id) {
      const { change, plan } = await found(id);
      if (plan.state === 'applied' && change.backAt !== undefined && !change.back) return stays(place, change, plan);
      const isCancelled = await pipeline.plans.move(plan, ['scheduled', 'waiting', 'approved'], 'withdrawn', {
        actor: call.principal.id,
      });
      if (!isCancelled) throw closed((await found(id)).plan, 'not_applied');
      await pipeline.store.transaction((tx) => pipeline.jobs.remove(tx, CHANGE_JOB, id));
      return shown(pipeline, change, (await found(id)).plan);
    },
  };
}

/** Whether one is missed or not applied only its plan tells, so a page may take more than one reading. */
async function pageOfChanges(
  { pipeline, call, workspace }: JobPlace,
  { state, limit, after }: Parameters<ScheduleDesk['changes']>[0],
): ReturnType<ScheduleDesk['changes']> {
  const { channels } = call.principal;
  const found: { change: ScheduledChange; shown: ShownScheduledChange }[] = [];
  let place = after === undefined ? undefined : placeOf(after);
  for (let isMore = true; isMore && found.length <= limit; ) {
    const states = state && planStatesOf(state);
    const asked = { workspaceId: workspace.id, channels, states, limit: limit + 1, after: place };
    const changes = await storedChanges.list(pipeline.store, asked);
    for (const change of changes) {
      const plan = await pipeline.plans.find(workspace.id, change.planId);
      const one = plan && (await shown(pipeline, change, plan));
      if (one && (state === undefined || one.state === state)) found.push({ change, shown: one });
    }
    place = changes.at(-1);
    isMore = changes.length > limit;
  }
  const page = found.slice(0, limit);
  const last = page.at(-1)?.change;
  return {
    changes: page.map((one) => one.shown),
    ...(found.length > limit && last && { next: `${last.applyAt} ${last.planId}` }),
  };
}

function placeOf(after: string): Pick<ScheduledChange, 'applyAt' | 'planId'> {
  const [, at, planId] = /^(\d{1,15}) (\S+)$/.exec(after) ?? [];
  if (at === undefined || planId === undefined) throw brokenCursor();
  return { applyAt: Number(at), planId };
}

/** Of a change that was made only its way back can be cancelled. */
async function stays({ pipeline, call }: JobPlace, change: ScheduledChange, plan: Plan): Promise<ShownScheduledChange> {
  const back = {
    at: new Date(pipeline.ambient.now()).toISOString(),
    outcome: 'cancelled',
    words: `It stays: ${call.principal.name} cancelled its way back.`,
  };
  const isFirst = await pipeline.store.transaction(async (tx) => {
    await pipeline.jobs.remove(tx, CHANGE_JOB, plan.id);
    return storedChanges.putBack(tx, plan.id, back);
  });
  if (!isFirst) throw closed(plan, 'not_applied');
  return shown(pipeline, { ...change, back }, plan);
}

/** What the policy lets pass now waits for its hour alone; what people have to agree to can be agreed to beforehand. */
async function plannedFor(job: Job, spec: ChangeSpec, at: number, zone: string | undefined): Promise<Plan> {
  const outcome = await rehearse(job).catch((error: unknown) => {
    throw error instanceof Failure ? within(error) : error;
  });
  if (!isRehearsed(outcome) || changesNothing(outcome)) throw standsAlready(job);
  refuseBulk(outcome);
  const policy = await policyOf(job);
  const state = refuseDenied(job, policy, outcome) === 'approve' ? 'waiting' : 'scheduled';
  const hour = `Scheduled for ${hourWords(at, zone)}.`;
  const reason = spec.reason === undefined ? hour : `${spec.reason} (${hour})`;
  return makePlan(job, outcome, policy, state, reason, { applyAt: at });
}

/** Of an object that was read, as its name shows; what makes something new has no difference either. */
function changesNothing({ difference, objectName }: Rehearsed): boolean {
  return objectName !== undefined && Object.keys(difference).length === 0;
}

/** Rows that would not be sent now cannot be agreed to for later. */
function refuseBulk({ refused }: Rehearsed): void {
  const rows = Object.keys(refused ?? {});
  if (rows.length === 0) return;
  throw invalidArguments([
    {
      field: 'arguments',
      message: `holds rows that would be refused: ${rows.slice(0, 10).join(', ')}; preview the call to see why`,
    },
  ]);
}

async function refuseTooMany({ pipeline, workspace }: JobPlace, now: number): Promise<void> {
  const ahead = await pipeline.store.transaction((tx) => storedChanges.countAhead(tx, workspace.id, now));
  if (ahead < AHEAD_MAX) return;
  throw new Failure({
    code: 'conflict',
    message: `${AHEAD_MAX} changes wait for their hour in this workspace, and no more can.`,
    nextStep: 'See them with list_scheduled_changes and cancel one with cancel_scheduled_change.',
  });
}

async function shown(
  pipeline: Pipeline,
  { zone, applyAt, backAt, back, createdAt }: ScheduledChange,
  plan: Plan,
  notes: readonly string[] = [],
): Promise<ShownScheduledChange> {
  const who = await actorsWithIds(pipeline.store.db, [plan.requester]);
  return {
    id: plan.id,
    state: changeState(plan),
    words: changeWords(plan, hourWords(applyAt, zone)),
    at: new Date(applyAt).toISOString(),
    ...(zone !== undefined && { at_local: localWords(applyAt, zone).slice(0, 16), zone }),
    ...(backAt !== undefined && { back_at: new Date(backAt).toISOString() }),
    ...(back && { back }),
    ...(notes.length > 0 && { notes: [...notes] }),
    plan: shownPlan(pipeline, plan),
    created_by: who(plan.requester),
    created_at: new Date(createdAt).toISOString(),
  };
}

export function hourWords(at: number, zone: string | undefined): string {
  return zone === undefined ? new Date(at).toISOString() : localWords(at, zone);
}

function standsAlready({ tool }: Job): Failure {
  return new Failure({
    code: 'conflict',
    message: `Everything stands as this call of ${tool.name} wants it, so there is nothing to plan.`,
    nextStep: 'To go back to the present values later, give back_at with the change that leaves them.',
  });
}

function unknownChange(id: string): Failure {
  return new Failure({
    code: 'not_found',
    message: `There is no scheduled change ${id}.`,
    problems: [{ field: 'change_id', message: 'names no scheduled change of this workspace' }],
    nextStep: 'See what there is with list_scheduled_changes.',
  });
}
