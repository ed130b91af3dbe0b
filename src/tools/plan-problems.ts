import type { PlannedProblem } from './media-planning.ts';

/** The campaign cannot be made so. */
export function stop(field: string, message: string, allowed?: string): PlannedProblem {
  return { field, message, level: 'stop', ...(allowed !== undefined && { allowed }) };
}

/** The campaign cannot be made before the workspace's defaults, or its row, say more. */
export function withoutDefault(field: string, message: string, allowed: string): PlannedProblem {
  return { ...stop(field, message, allowed), kind: 'defaults' };
}

/** It can be made, and somebody should know. */
export function look(field: string, message: string): PlannedProblem {
  return { field, message, level: 'look' };
}

/** It can be made, and the workspace's defaults or its row could say more. */
export function couldHaveDefault(field: string, message: string): PlannedProblem {
  return { ...look(field, message), kind: 'defaults' };
}

export function isStopped(problems: readonly PlannedProblem[]): boolean {
  return problems.some(({ level }) => level === 'stop');
}

/** What is wrong for several groups in one cell of the campaign is told once. */
export function withoutRepeated(problems: readonly PlannedProblem[]): PlannedProblem[] {
  return [...new Map(problems.map((one) => [`${one.field} ${one.message}`, one])).values()];
}
