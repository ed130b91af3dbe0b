import { invalidArguments } from '../../../errors.ts';
import { usualStart } from '../resources/schedule.ts';

interface Asked {
  run_schedule_start?: number | undefined;
  run_schedule_end?: number | undefined;
  daily_budget_amount?: string | undefined;
  total_budget_amount?: string | undefined;
}

interface Source {
  runSchedule?: { start: number; end?: number | undefined } | undefined;
  dailyBudget?: unknown;
  totalBudget?: unknown;
}

/** The copy starts in a day unless told otherwise, and keeps the original's end only if that lies ahead. */
export function copiedSchedule(args: Asked, source: Source, now: number) {
  const start = args.run_schedule_start ?? usualStart(now);
  const copied = source.runSchedule?.end;
  const end = args.run_schedule_end ?? (copied !== undefined && copied > start ? copied : undefined);
  const daily = args.daily_budget_amount ?? source.dailyBudget;
  const total = args.total_budget_amount ?? source.totalBudget;
  if (end === undefined && daily === undefined && total !== undefined)
    throw invalidArguments([
      { field: 'run_schedule_end', message: 'is required: the copied end has passed, and the budget is a total one' },
    ]);
  const notes = [
    ...(args.run_schedule_start === undefined ? ['It starts in a day: no run_schedule_start was given.'] : []),
    ...(end === undefined && copied !== undefined ? ['The end of the original has passed: the copy has none.'] : []),
  ];
  return { runSchedule: { start, ...(end !== undefined && { end }) }, notes };
}
