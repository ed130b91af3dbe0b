import { plusDays } from '../../tools/days.ts';
import type { PlanLine } from '../reading/sheet-reading.ts';

/** Left out: from now on, or without an end. */
export interface RunDays {
  start?: string | undefined;
  end?: string | undefined;
}

/** From the first day of all rows to the last. One that goes on without an end is not ended by others. */
export function runOf(lines: readonly PlanLine[]): RunDays {
  const days = (field: 'start' | 'end') => lines.flatMap((line) => line[field] ?? []).sort();
  return { start: days('start')[0], end: lines.some(isOpen) ? undefined : days('end').at(-1) };
}

const isOpen = ({ end, isOpenEnd }: PlanLine) => end === undefined && isOpenEnd === true;

/** The days of a row; what it does not say is as in the run that it belongs to. */
export function daysWithin(run: RunDays, line: PlanLine): RunDays {
  return { start: line.start ?? run.start, end: isOpen(line) ? undefined : (line.end ?? run.end) };
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
