import { Failure } from '../../errors.ts';
import { agreedCall } from '../../pipeline/agreed-call.ts';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import { fieldOf } from '../checking/call-checks.ts';
import { cellOfField } from '../checking/field-cells.ts';
import { idempotencyKey, recordedId } from './call-ids.ts';
import type { Launch } from './launch.ts';
import { lookForMade } from './look-for-made.ts';
import { fullArguments, idIn } from './made-ids.ts';
import { toolOfMember } from './member-classes.ts';

type Told = NonNullable<MemberProgress['error']>;

/** What became of one call of a member. */
export type CallEnd =
  | { end: 'made'; id: string }
  /** Nothing was sent: it is tried again at that moment, under another id where the try is on record. */
  | { end: 'wait'; retryAt: number; isRecorded: boolean; error: Told }
  | { end: 'failed' | 'unknown'; error: Told };

/** Limits of spending are no limits of pace: waiting does not lift them. */
const OF_BUDGETS: readonly string[] = ['over_limit', 'cap_unverifiable'];
const NOT_WAITED_FOR: readonly string[] = [...OF_BUDGETS, 'token_expired'];
const WAIT_MS_MIN = 5_000;
const WAIT_MS_MAX = 5 * 60_000;
/** A key is kept for a day. A call that may have been made longer ago is not made by that key any more. */
const KEY_TRUSTED_MS = 20 * 3_600_000;

export async function makeCall(
  launch: Launch,
  member: MediaPlanMember,
  planned: PlannedCall,
  progress: MemberProgress,
): Promise<CallEnd> {
  const { pipeline, plan } = launch;
  const index = member.calls.indexOf(planned);
  const { position, tries, made } = progress;
  const call = {
    ...launch.call,
    requestId: recordedId(plan.id, position, index, tries),
    idempotencyKey: idempotencyKey(plan.id, member, planned, tries),
  };
  let args: Record<string, unknown> = {};
  try {
    const tool = toolOfMember(pipeline.tools, member.channel, planned.tool);
    args = fullArguments(tool, member, planned.arguments, (key) => made[key]);
    if (isLongAgo(launch, progress)) throw lost();
    const reply = await agreedCall(pipeline, tool, args, call, plan.workspaceId);
    return { end: 'made', id: (planned.makes && idIn(reply, planned.makes)) ?? '' };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return afterFailure(launch, member, planned, { args, progress, failure: error });
  }
}

/** Begun by a process that has ended, longer ago than its idempotency key is trusted: a repeat might make it twice. */
function isLongAgo({ pipeline: { ambient } }: Launch, { state, updatedAt }: MemberProgress): boolean {
  return state === 'applying' && ambient.now() - updatedAt > KEY_TRUSTED_MS;
}

function lost(): Failure {
  return new Failure({
    code: 'outcome_unknown',
    message: 'The service ended while this was made, and nobody looked for most of a day.',
    outcome: 'unknown',
    nextStep: 'Look whether it is there.',
  });
}

interface Failed {
  args: Record<string, unknown>;
  progress: MemberProgress;
  failure: Failure;
}

async function afterFailure(
  launch: Launch,
  member: MediaPlanMember,
  planned: PlannedCall,
  { args, progress, failure }: Failed,
): Promise<CallEnd> {
  const { code, outcome, retryable, details } = failure;
  const error = errorOf(member, planned, failure);
  const now = launch.pipeline.ambient.now();
  // Another process is at it, or was until a moment ago.
  if (code === 'conflict' && outcome === 'unknown' && retryable)
    return { end: 'wait', retryAt: now + WAIT_MS_MIN, isRecorded: false, error };
  if (outcome === 'not_applied') {
    if (!retryable || NOT_WAITED_FOR.includes(code)) return { end: 'failed', error };
    const asked = (details.retryAfterS ?? 0) * 1_000 || Math.min(WAIT_MS_MIN * 2 ** progress.tries, WAIT_MS_MAX);
    return { end: 'wait', retryAt: now + Math.max(asked, 1_000), isRecorded: true, error };
  }
  if (outcome === 'applied' && !planned.makes) return { end: 'made', id: '' };
  const id = await lookForMade(launch, member, planned, args);
  return id === undefined ? { end: 'unknown', error: notResent(error) } : { end: 'made', id };
}

function notResent(error: Told): Told {
  return {
    ...error,
    next_step: `${error.next_step} It is not sent again by itself; a new plan from the sheet makes only what is missing.`,
  };
}

/** With the cell of the sheet that the refused argument comes from. */
function errorOf(member: MediaPlanMember, planned: PlannedCall, { code, details }: Failure): Told {
  const [named] = (details.problems ?? []).flatMap(({ field }) => fieldOf(field, planned.from) ?? []);
  const budget = OF_BUDGETS.includes(code)
    ? Object.values(planned.from).find((one) => /(^|\.)budget$/.test(one))
    : undefined;
  const cell = cellOfField(member.campaign, named ?? budget ?? 'name', '');
  return {
    code,
    message: details.message,
    next_step: details.nextStep,
    ...(cell !== '' && { cell }),
  };
}
