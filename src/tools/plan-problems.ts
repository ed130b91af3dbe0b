import type { PlanCells, PlannedProblem } from './media-planning.ts';

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

/** Why the words of a row are not used beside an ad or post that exists. */
export const AS_IT_IS = 'what exists is shown as it is';

/** Fields that the row itself gives an ad and that are not sent. */
export function unusedCells(
  { cells }: { cells: PlanCells },
  names: readonly string[],
  field: (name: string) => string,
  why: string,
): PlannedProblem[] {
  return names.filter((name) => cells[name] !== undefined).map((name) => look(field(name), `It is not used: ${why}.`));
}

export function isStopped(problems: readonly PlannedProblem[]): boolean {
  return problems.some(({ level }) => level === 'stop');
}

/** What is wrong for several groups in one cell of the campaign is told once. */
export function withoutRepeated(problems: readonly PlannedProblem[]): PlannedProblem[] {
  return [...new Map(problems.map((one) => [`${one.field} ${one.message}`, one])).values()];
}
