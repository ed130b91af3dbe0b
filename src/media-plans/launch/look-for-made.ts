import { Failure } from '../../errors.ts';
import { agreedCall } from '../../pipeline/agreed-call.ts';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import type { Launch } from './launch.ts';
import { toolOfMember } from './member-classes.ts';

interface Named {
  id?: unknown;
  name?: unknown;
}

/**
 * The id of what a call has made whose answer was lost, where that is certain: the whole list holds one object of this name, and
 * before the launch there was none. Undefined: it cannot be said, or it is not there.
 */
export async function lookForMade(
  launch: Launch,
  member: MediaPlanMember,
  planned: PlannedCall,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  const { pipeline, mediaPlan, plan, call } = launch;
  if (!planned.makes || !isAlone(member, planned, mediaPlan.content.request.new_rows)) return undefined;
  const tool = toolOfMember(pipeline.tools, member.channel, planned.tool);
  const look = tool.look?.(args);
  if (!look || typeof args.name !== 'string') return undefined;
  const reader = toolOfMember(pipeline.tools, member.channel, look.tool);
  const own = [...reader.sharedInput].filter((name) => args[name] !== undefined).map((name) => [name, args[name]]);
  const given = { ...Object.fromEntries(own), ...look.arguments };
  try {
    const reply = await agreedCall(pipeline, reader, given, { ...call, idempotencyKey: undefined }, plan.workspaceId);
    return onlyOneNamed(reply, args.name);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** A campaign that was to be made beside one of the same name, or two groups of one name, cannot be told apart. */
function isAlone(member: MediaPlanMember, planned: PlannedCall, newRows: readonly number[] = []): boolean {
  if (member.calls.filter(({ level, name }) => level === planned.level && name === planned.name).length > 1)
    return false;
  const isTop = planned.level === 'campaign' || planned.level === 'container';
  return !isTop || (member.kind === 'make' && !member.rows.some((row) => newRows.includes(row)));
}

function onlyOneNamed(reply: Record<string, unknown>, name: string): string | undefined {
  if (reply.next_cursor !== undefined && reply.next_cursor !== null) return undefined;
  const lists = Object.values(reply).filter((value) => Array.isArray(value)) as Named[][];
  const found = (lists[0] ?? []).filter((one) => one.name === name);
  const [only] = found;
  return found.length === 1 && typeof only?.id === 'string' ? only.id : undefined;
}
