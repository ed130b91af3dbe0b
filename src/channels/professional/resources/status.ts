import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';

/** Statuses a caller may set. REMOVED deletes a draft and sets PENDING_DELETION on anything else. */
export const UpdateStatus = z
  .enum(['ACTIVE', 'PAUSED', 'ARCHIVED', 'REMOVED'])
  .describe('ACTIVE lets it spend; ARCHIVED hides it; REMOVED (deleted) cannot be undone');
export const IRREVERSIBLE = { status: ['REMOVED'] };

/** REMOVED goes alone. */
export function removalProblems(args: Readonly<Record<string, unknown>>, fields: readonly string[]): Problem[] {
  if (args.status !== 'REMOVED') return [];
  return fields
    .filter((field) => field !== 'status' && args[field] !== undefined)
    .map((field) => ({ field, message: 'cannot be combined with status REMOVED' }));
}

/** Which status may follow which, for campaign groups and campaigns. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['ACTIVE', 'PAUSED', 'ARCHIVED', 'REMOVED'],
  ACTIVE: ['PAUSED', 'ARCHIVED', 'REMOVED'],
  PAUSED: ['ACTIVE', 'ARCHIVED', 'REMOVED'],
  COMPLETED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: ['ACTIVE', 'PAUSED', 'REMOVED'],
};

/** A creative cannot be paused or archived before it is approved. */
function creativeSteps(status: string, review: string | undefined): readonly string[] {
  if (status === 'DRAFT') return ['ACTIVE', 'REMOVED'];
  const approved = review === 'APPROVED';
  if (status === 'ACTIVE') return approved ? ['PAUSED', 'ARCHIVED', 'REMOVED'] : ['REMOVED'];
  if (status === 'PAUSED' || status === 'ARCHIVED') return ['ACTIVE', 'PAUSED', 'ARCHIVED', 'REMOVED'];
  return [];
}

export function checkStep(before: string, after: string | undefined): void {
  if (after === undefined || after === before) return;
  refuseUnless(NEXT[before] ?? [], before, after);
}

export function checkCreativeStep(before: string, after: string | undefined, review: string | undefined): void {
  if (after === undefined || after === before) return;
  const why =
    review === 'PENDING' ? ' while it is in review: pause its campaign (update_professional_campaign) instead' : '';
  refuseUnless(creativeSteps(before, review), before, after, why);
}

function refuseUnless(allowed: readonly string[], before: string, after: string, why = ''): void {
  if (allowed.includes(after)) return;
  const instead = allowed.length > 0 ? `from ${before} it can become ${allowed.join(', ')}` : `${before} is final`;
  throw invalidArguments([
    { field: 'status', message: `cannot change from ${before} to ${after}${why}; ${instead}`, allowed_values: allowed },
  ]);
}
