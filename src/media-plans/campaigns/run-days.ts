import { plusDays } from '../../tools/days.ts';
import type { PlanLine } from '../reading/sheet-reading.ts';

/** Left out: from now on, or without an end. */
export interface RunDays {
  start?: string | undefined;
  end?: string | undefined;
}

/** From the first day of all rows to the last. */
export function runOf(lines: readonly PlanLine[]): RunDays {
  const days = (field: 'start' | 'end') => lines.flatMap((line) => line[field] ?? []).sort();
  return { start: days('start')[0], end: days('end').at(-1) };
}

export function isSameRun(one: RunDays, other: RunDays): boolean {
  return one.start === other.start && one.end === other.end;
}

/** Whether there is a day between the first and the last that none of these has. */
export function haveGap(runs: readonly RunDays[]): boolean {
  const [first, ...others] = [...runs].sort((a, b) => ((a.start ?? '') < (b.start ?? '') ? -1 : 1));
  let reached = first?.end;
  for (const { start, end } of others) {
    if (reached === undefined) return false;
    if (start !== undefined && start > plusDays(reached, 1)) return true;
    if (end === undefined || end > reached) reached = end;
  }
  return false;
}
