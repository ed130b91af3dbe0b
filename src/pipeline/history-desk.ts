import { actorsWithIds } from '../audit/actors.ts';
import { changeId, changeNumber } from '../audit/change-ids.ts';
import {
  type ChangeFilter,
  changesNumbered,
  changesOfCall,
  type RecordedChange,
  readChanges,
} from '../audit/recorded-changes.ts';
import { Failure, invalidArguments } from '../errors.ts';
import type { UndoPlan } from '../plans/plan.ts';
import { refuseUnknownChannels } from '../tools/channel-names.ts';
import {
  type HistoryDesk,
  type HistoryQuestion,
  type ShownChange,
  UNDONE_MAX,
  type UndoneChange,
  type UndoRequest,
} from '../tools/history-desk.ts';
import type { Call, JobPlace, Pipeline } from './call.ts';
import { objectIn, toolOf } from './change-names.ts';
import { isLaunch, launchedBy, shownLaunch, withLaunchesOpened } from './launched-plans.ts';
import { undoLessens } from './lessening.ts';
import { applyUndo, planUndo } from './undo.ts';
import { coverageOf, undoingOf } from './undo-coverage.ts';

/** The changes of one workspace, as a call of its own reaches them: those of the channels that its key may use. */
export function historyDesk({ pipeline, call, workspace }: JobPlace): HistoryDesk {
  return {
    async list(question) {
      refuseUnknownChannels(question.channel, pipeline.tools, 'channel');
      const filter = { ...filterOf(question, call), launches: launchesIn(question, call) };
      const { changes, next } = await readChanges(pipeline.store.db, workspace.id, filter);
      return { changes: await shownChanges(pipeline, workspace.id, changes), ...(next !== undefined && { next }) };
    },
    async remembered(channel, limit) {
      const filter = filterOf({ channel: [channel], limit }, call);
      const { changes } = await readChanges(pipeline.store.db, workspace.id, filter);
      const who = await actorsWithIds(
        pipeline.store.db,
        changes.map(({ actor }) => actor),
      );
      return changes.map((change) => ({
        ...change,
        at: new Date(change.at).toISOString(),
        who: who(change.actor),
      }));
    },
    async look(changeId) {
      const { changes, launches } = await named(pipeline, call, workspace.id, { change_id: changeId, preview: true });
      if (launches.length > 0) return launchLook(launches[0]!);
      const { report } = await planUndo({ pipeline, call, workspace, isLook: true }, changes, new Map());
      return report.changes[0]!;
    },
    async undo(request) {
      const { changes: found, launches } = await named(pipeline, call, workspace.id, request);
      const undone = await undonePlans(pipeline, workspace.id, found);
      const obstacles = new Map(
        found.flatMap((change) => (undone.has(change.seq) ? [[change, words(undone.get(change.seq)!)]] : [])),
      );
      if (found.length === 1 && obstacles.size === 1) throw undoneAlready(found[0]!, undone.get(found[0]!.seq)!);
      const undo = { pipeline, call, workspace, reason: request.reason, launches };
      const { report, plans } = await planUndo(undo, found, obstacles);
      return request.preview ? report : applyUndo(undo, report, plans);
    },
    async undoLessens(request) {
      try {
        const { changes } = await named(pipeline, call, workspace.id, request);
        return undoLessens(pipeline, changes);
      } catch (error) {
        if (error instanceof Failure) return false;
        throw error;
      }
    },
  };
}

/** Folded where the launch itself can be seen, so that nothing is hidden by it. */
function launchesIn(question: HistoryQuestion, { principal }: Call): ChangeFilter['launches'] {
  const { plan, channel, object, search } = question;
  if (plan !== undefined) return { of: plan };
  const isNarrowed = [channel, object].some((list) => list && list.length > 0) || (search ?? '') !== '';
  return isNarrowed || principal.channels ? undefined : 'folded';
}

function filterOf(
  { since, until, before, limit, plan: _, ...entries }: HistoryQuestion,
  { principal }: Call,
): ChangeFilter {
  return {
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
    channels: principal.channels ?? undefined,
    entries,
    before,
    limit,
  };
}

async function named(
  pipeline: Pipeline,
  call: Call,
  workspaceId: string,
  request: UndoRequest,
): Promise<{ changes: RecordedChange[]; launches: RecordedChange[] }> {
  const found = await recorded(pipeline, call, workspaceId, request);
  const { changes, launches } = await withLaunchesOpened(pipeline, workspaceId, found);
  const usable = changes.filter(({ channel }) => pipeline.admission.mayUse(call.principal, channel));
  if (usable.length === 0) throw unknownChange('call_id', launches[0]?.callId ?? '');
  return { changes: usable, launches };
}

async function recorded(
  pipeline: Pipeline,
  call: Call,
  workspaceId: string,
  request: UndoRequest,
): Promise<RecordedChange[]> {
  const { db } = pipeline.store;
  const mayUse = ({ channel }: RecordedChange) => pipeline.admission.mayUse(call.principal, channel);
  const ids = request.change_ids ?? (request.change_id === undefined ? [] : [request.change_id]);
  if (ids.length > 0) {
    const found = (
      await changesNumbered(
        db,
        workspaceId,
        ids.flatMap((id) => changeNumber(id) ?? []),
      )
    ).filter(mayUse);
    const missing = ids.find((id) => !found.some((change) => changeId(change) === id));
    if (missing !== undefined) throw unknownChange(request.change_ids ? 'change_ids' : 'change_id', missing);
    return found;
  }
  if (request.call_id !== undefined) {
    const found = (await changesOfCall(db, workspaceId, request.call_id)).filter(mayUse);
    if (found.length === 0) throw unknownChange('call_id', request.call_id);
    return found;
  }
  const { since, key } = request;
  const question = { since, changed_by: [key!], limit: UNDONE_MAX + 1 };
  const filter = { ...filterOf(question, call), launches: launchesIn(question, call) };
  const { changes, next } = await readChanges(db, workspaceId, filter);
  // Older changes were not looked for: they would stay without a word.
  if (next !== undefined) {
    const much =
      changes.length > UNDONE_MAX ? `more than ${UNDONE_MAX} changes` : 'more than is looked through at once';
    throw invalidArguments([{ field: 'since', message: `reaches back over ${much}: name a later time` }]);
  }
  if (changes.length === 0) throw unknownChange('key', `${key} since ${since}`);
  return changes;
}

/** The plan that has taken a change back, or is about to; none where it was itself taken back since. */
async function undonePlans(
  pipeline: Pipeline,
  workspaceId: string,
  changes: readonly Pick<RecordedChange, 'seq'>[],
  depth = 0,
): Promise<Map<number, UndoPlan>> {
  const plans = await pipeline.plans.undoing(
    workspaceId,
    changes.map(({ seq }) => seq),
  );
  const inForce = new Map<number, UndoPlan>();
  for (const plan of plans) {
    if (inForce.has(plan.changeSeq)) continue;
    const made = plan.callId === undefined ? [] : await changesOfCall(pipeline.store.db, workspaceId, plan.callId);
    const again = depth < REDO_DEPTH_MAX ? await undonePlans(pipeline, workspaceId, made, depth + 1) : new Map();
    if (made.length === 0 || made.some(({ seq }) => !again.has(seq))) inForce.set(plan.changeSeq, plan);
  }
  return inForce;
}

const REDO_DEPTH_MAX = 10;

async function shownChanges(
  pipeline: Pipeline,
  workspaceId: string,
  changes: readonly RecordedChange[],
): Promise<ShownChange[]> {
  const undone = await undonePlans(pipeline, workspaceId, changes);
  const actors = [...changes.map(({ actor }) => actor), ...[...undone.values()].map(({ requester }) => requester)];
  const who = await actorsWithIds(pipeline.store.db, actors);
  return Promise.all(
    changes.map(async (change) => {
      const shown = shownChange(pipeline, change, undone.get(change.seq), who);
      if (!isLaunch(change)) return shown;
      return {
        ...shown,
        ...(await shownLaunch(pipeline, change)),
        ...(shown.undone && { undo: 'none', why: shown.why }),
      };
    }),
  );
}

/** A launch as a whole is not read from the platforms: its parts are. */
function launchLook(launch: RecordedChange): UndoneChange {
  const { channel, tool } = launch;
  return {
    change_id: changeId(launch),
    ...{ channel, tool },
    object: objectIn(launch),
    undo: 'full',
    fields: [],
    stays: [],
  };
}

function shownChange(
  pipeline: Pipeline,
  change: RecordedChange,
  undone: UndoPlan | undefined,
  who: (id: string) => ShownChange['who'],
): ShownChange {
  const undoing = undoingOf(toolOf(pipeline, change), change);
  const whys = [...new Set(undoing.left.map(({ field, why }) => (field === undefined ? why : `${field}: ${why}`)))];
  const { applied, rows, outcome, channel, tool, callId } = change;
  const partOf = launchedBy(change);
  return {
    change_id: changeId(change),
    call_id: callId,
    at: new Date(change.at).toISOString(),
    who: who(change.actor),
    channel,
    tool,
    object: objectIn(change),
    outcome,
    ...(partOf !== undefined && { part_of: partOf }),
    ...(Object.keys(applied).length > 0 && { applied }),
    ...(rows.length > 0 && { rows: rows.map((row) => ({ id: row.id, ...(row.applied && { applied: row.applied }) })) }),
    undo: undone ? 'none' : coverageOf(undoing),
    ...(undone ? { why: words(undone) } : whys.length > 0 && { why: whys.join(' ') }),
    ...(undone && {
      undone: {
        at: new Date(undone.at).toISOString(),
        by: who(undone.requester),
        state: undone.state,
        ...(undone.callId !== undefined && { call_id: undone.callId }),
      },
    }),
  };
}

function words({ state, id, at }: UndoPlan): string {
  if (state === 'applied') return `It was undone at ${new Date(at).toISOString()}.`;
  if (state === 'unknown') return `An undo was sent (plan ${id}), and what became of it is not known.`;
  return `The plan ${id} to undo it is ${state}.`;
}

function undoneAlready(change: RecordedChange, plan: UndoPlan): Failure {
  return new Failure({
    code: 'conflict',
    message: `${words(plan)} Nothing was sent.`,
    outcome: 'not_applied',
    problems: [{ field: 'change_id', message: `${changeId(change)} is undone already, or about to be` }],
    nextStep:
      plan.state === 'applied' && plan.callId !== undefined
        ? `To make the change again, undo the undo: undo_change {"call_id":"${plan.callId}"}.`
        : `See how far it has come: get_plan {"plan_id":"${plan.id}"}.`,
  });
}

function unknownChange(field: string, given: string): Failure {
  return new Failure({
    code: 'not_found',
    message: `There is no change to undo for ${field} ${given}.`,
    problems: [{ field, message: 'names no change of this workspace' }],
    nextStep: `See what was changed with list_history${field === 'key' ? ': key is the id under `who`, not the name' : ''}.`,
  });
}
