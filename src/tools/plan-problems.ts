import type { PlannedProblem } from './media-planning.ts';

/** The campaign cannot be made so. */
export function stop(field: string, message: string, allowed?: string): PlannedProblem {
  return { field, message, level: 'stop', ...(allowed !== undefined && { allowed }) };
}

/** It can be made, and somebody should know. */
export function look(field: string, message: string): PlannedProblem {
  return { field, message, level: 'look' };
}
