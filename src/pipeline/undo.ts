import { changeId } from '../audit/change-ids.ts';
import type { RecordedChange } from '../audit/recorded-changes.ts';
import { Failure, HttpError } from '../errors.ts';
import { WRITE_POINTS } from '../limits/prices.ts';
import type { Plan } from '../plans/plan.ts';
import type { Tool } from '../tools/define-tool.ts';
import {
  type COVERAGE,
  UNDONE_MAX,
  type UndoField,
  type UndoneChange,
  type UndoPlan,
  type UndoReport,
} from '../tools/history-desk.ts';
import type { LeftAlone, Undoing } from '../tools/undo.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import type { Job, JobPlace, Pipeline } from './call.ts';
import { objectIn, toolOf } from './change-names.ts';
import { laterChange } from './later-change.ts';
import { launchedBy } from './launched-plans.ts';
import { planLessens } from './lessening.ts';
import { applyPlan, shown } from './plan-desk.ts';
import { makePlan, policyOf } from './preview.ts';
import { spendSince } from './spend-since.ts';
import { CHANGING, type RehearsedUndo, rehearseUndo } from './undo-call.ts';
import { undoingOf } from './undo-coverage.ts';
import { folded, type OpenCall } from './undo-parts.ts';

interface Undo extends JobPlace {
  reason?: string | undefined;
  /** Only looks at how things are now: makes no plans and asks for no spend. */
  isLook?: true;
  /** The launches that these changes are parts of: they count as taken back with them. */
  launches?: readonly RecordedChange[] | undefined;
}

type Coverage = (typeof COVERAGE)[number];

/** A plan for everything that can go back, newest first, and what becomes of each field. `obstacles`: changes that stay, with the reason. */
export async function planUndo(
  undo: Undo,
  changes: readonly RecordedChange[],
  obstacles: ReadonlyMap<RecordedChange, string>,
): Promise<{ report: UndoReport; plans: Plan[] }> {
  const { pipeline } = undo;
  const undoings = new Map<RecordedChange, Undoing>(
    changes.map((change) => {
      const why = obstacles.get(change);
      return [change, why === undefined ? undoingOf(toolOf(pipeline, change), change) : { steps: [], left: [{ why }] }];
    }),
  );
  const { calls, blocked } = folded(
    changes.flatMap((change) => undoings.get(change)!.steps.map((step) => ({ change, step }))),
  );
  const told = new Map<RecordedChange, UndoField[]>(
    changes.map((change) => [change, undoings.get(change)!.left.map(impossible)]),
  );
  for (const { change, part } of blocked)
    told
      .get(change)!
      .push({ object: part.object, field: part.field, back_to: part.from, will_be: 'changed_since', why: BETWEEN });
  const stays = new Map<RecordedChange, string[]>(changes.map((change) => [change, []]));
  const planned: UndoPlan[] = [];
  const plans: Plan[] = [];
  const rehearsals = await inParallel(calls, (call) => rehearsalOf(undo, call));
  for (const [at, call] of calls.entries()) {
    const { fields, ...rehearsal } = rehearsals[at]!;
    for (const one of call.parts) for (const change of one.changes) told.get(change)!.push(fields.get(one)!);
    if (undo.isLook) continue;
    for (const one of call.parts.filter((part) => CHANGING.includes(fields.get(part)!.will_be))) {
      const spent = await spendSince(undo, one.changes.at(-1)!, call.step, one);
      if (spent !== undefined) stays.get(call.change)!.push(spent);
    }
    const plan = await planOf(undo, call, rehearsal);
    if (!plan) continue;
    plans.push(plan);
    const change_ids = [...new Set(call.parts.flatMap((one) => one.changes.map(changeId)))];
    planned.push({ plan: shown(pipeline, plan), change_ids });
  }
  for (const [change, fields] of told)
    for (const one of fields) if (one.will_be === 'changed_since' && 'now' in one) await tellWho(undo, change, one);
  const undone = changes.map((change) => undoneChange(pipeline, change, told.get(change)!, stays.get(change)!));
  return { plans, report: { undo: together(undone.map((one) => one.undo)), changes: undone, plans: planned } };
}

/** They only read, and are of different objects: a launch of hundreds of campaigns is looked at in seconds. */
const REHEARSED_AT_ONCE = 6;

async function inParallel<T, Made>(items: readonly T[], work: (item: T) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) made[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: REHEARSED_AT_ONCE }, worker));
  return made;
}

async function tellWho(undo: Undo, change: RecordedChange, field: UndoField): Promise<void> {
  const changed = await laterChange(undo, change, field);
  if (changed) field.changed = changed;
}

const BETWEEN = 'It was changed by something else between this change and a later one: left alone.';

/** Makes the planned calls in their order; one that fails or has to wait does not keep the others back. */
export async function applyUndo(
  { pipeline, call }: Undo,
  report: UndoReport,
  plans: readonly Plan[],
): Promise<UndoReport> {
  // A launch of hundreds of campaigns is undone as a whole, past the key's limit of calls a minute. Pauses and cuts are paid
  // as one call, like those of a bulk change.
  if (!plans.every((plan) => planLessens(pipeline, plan)))
    await call.charge(WRITE_POINTS * Math.min(UNDONE_MAX, Math.max(0, plans.length - 1)));
  const ended: UndoPlan[] = [];
  for (const [at, plan] of plans.entries()) {
    // Each call is recorded under an id of its own.
    const own = { ...call, requestId: plan.id, idempotencyKey: undefined };
    const error = await applyPlan(pipeline, plan, own).then(
      () => undefined,
      (thrown: unknown) => {
        if (!(thrown instanceof Failure)) throw thrown;
        const { code, details } = thrown;
        return { code, message: details.message, next_step: details.nextStep };
      },
    );
    const now = (await pipeline.plans.find(plan.workspaceId, plan.id)) ?? plan;
    ended.push({ ...report.plans[at]!, plan: shown(pipeline, now), ...(error && { error }) });
  }
  return { ...report, plans: ended };
}

async function rehearsalOf(
  undo: Undo,
  call: OpenCall,
): Promise<RehearsedUndo | Omit<RehearsedUndo, 'job' | 'rehearsed'>> {
  const { pipeline, workspace } = undo;
  const { change, step } = call;
  const tool = pipeline.tools.find((one) => one.channel.name === change.channel && one.name === step.tool);
  try {
    if (!tool) throw new HttpError(404, 'NOT_FOUND', `There is no tool ${step.tool} any more.`);
    pipeline.admission.checkChannel(undo.call.principal, change.channel);
    const connection = pipeline.admission.connection(workspace, change.channel);
    const job = { pipeline, tool, call: undo.call, timing: new CallTiming(), workspace, connection };
    return await rehearseUndo(call, job, sharedArguments(job, change));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const why = error.message;
    return { fields: new Map(call.parts.map((one) => [one, impossible({ ...one.part, why })])) };
  }
}

/** The account and the channel's other shared arguments, as the change had them. */
function sharedArguments({ tool }: Pick<Job, 'tool'>, { args }: RecordedChange): Record<string, unknown> {
  const names = [tool.channel.account?.argument ?? '', ...Object.keys(tool.channel.sharedInput ?? {})];
  return Object.fromEntries(
    names.flatMap((name) => (args[name] !== undefined && tool.sharedInput.includes(name) ? [[name, args[name]]] : [])),
  );
}

async function planOf(
  undo: Undo,
  call: OpenCall,
  { job, rehearsed }: Partial<RehearsedUndo>,
): Promise<Plan | undefined> {
  if (!job || !rehearsed) return undefined;
  const seqs = new Set(call.parts.flatMap(({ changes }) => changes.map(({ seq }) => seq)));
  const parts = call.parts.flatMap(({ changes }) => changes.map(launchedBy));
  for (const { callId, seq } of undo.launches ?? []) if (parts.includes(callId)) seqs.add(seq);
  return makePlan(job, rehearsed, await policyOf(job), 'planned', undo.reason, { undoes: [...seqs] });
}

function undoneChange(
  pipeline: Pipeline,
  change: RecordedChange,
  fields: UndoField[],
  spent: readonly string[],
): UndoneChange {
  const tool = toolOf(pipeline, change);
  const rule = tool?.channel.undo?.[change.tool];
  const going = fields.filter(({ will_be }) => CHANGING.includes(will_be));
  const isFull = fields.every(({ will_be }) => will_be === 'undone' || will_be === 'as_before');
  return {
    change_id: changeId(change),
    channel: change.channel,
    tool: change.tool,
    object: objectIn(change),
    undo: going.length === 0 ? 'none' : isFull ? 'full' : 'partial',
    fields,
    stays: [
      ...(rule && 'leaves' in rule && rule.leaves ? [rule.leaves] : []),
      ...(going.length > 0 ? [...spent, ...servedWords(tool)] : []),
    ],
  };
}

/** What happened while the change stood. A draft of a channel that spends nothing has not reached the public. */
function servedWords(tool: Tool | undefined): string[] {
  if (!tool?.spendsNothing) return [SERVED];
  return tool.activates ? [SHOWN] : [];
}

const SHOWN = 'What visitors were shown, and what was sent of them, stays so.';
const SERVED = 'Money that was spent and impressions that were served since stay so; what was learnt may start again.';

function impossible({ object, field, why }: LeftAlone): UndoField {
  return { ...(object !== undefined && { object }), ...(field !== undefined && { field }), will_be: 'impossible', why };
}

function together(coverages: readonly Coverage[]): Coverage {
  if (coverages.every((one) => one === 'none')) return 'none';
  return coverages.every((one) => one === 'full') ? 'full' : 'partial';
}
