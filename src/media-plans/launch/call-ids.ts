import { createHash } from 'node:crypto';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';

/**
 * What a call of a member is recorded under. It says which plan it belongs to, and is another one for every try, because the log ties
 * an intent to its outcome by it.
 */
export function recordedId(planId: string, position: number, index: number, tries: number): string {
  return `${planId}.${position}.${index}${triesPart(tries)}`;
}

/** Every id that calls of a member may have been recorded under. */
export function recordedIds(planId: string, { position, tries }: MemberProgress, indexes: readonly number[]): string[] {
  return indexes.flatMap((index) =>
    Array.from({ length: tries + 1 }, (_, one) => recordedId(planId, position, index, one)),
  );
}

/** Keeps a call from being sent twice. A container is made once for all members of its account. */
export function idempotencyKey(planId: string, member: MediaPlanMember, call: PlannedCall, tries: number): string {
  const whose = call.level === 'container' ? `${member.channel}.${member.account}` : String(member.position);
  return `${planId}.${whose}.${plainKey(call.key)}${triesPart(tries)}`;
}

const triesPart = (tries: number): string => (tries > 0 ? `.${tries}` : '');

/** Keys of containers hold names of any length, in any script. */
function plainKey(key: string): string {
  return /^[\x20-\x7e]{1,80}$/.test(key) ? key : createHash('sha256').update(key).digest('hex').slice(0, 32);
}
