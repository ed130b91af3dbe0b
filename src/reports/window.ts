import { Failure } from '../errors.ts';
import { type Comparison, earlierDays } from '../tools/report/comparison.ts';
import { type Days, dayIn, lengthOf, type PeriodArguments } from '../tools/report/period.ts';
import { askedDays, bucketsOf, completeDays, completeUntil, type Step } from './days.ts';
import type { Reading } from './fan-out.ts';

/** The days of one account in a report, and how complete they are. */
export interface Window {
  days: Days;
  completeUntil: string;
  /** Includes days that are still being counted. */
  isIncomplete: boolean;
  /** Days that were asked for and left out, because they are still being counted. */
  leftOut: number;
}

export type Against = Comparison | Days;

export function windowOf(
  { reporting, account }: Reading,
  period: PeriodArguments,
  now: number,
  includeIncomplete: boolean,
): Window {
  const until = completeUntil(account.timeZone, now, reporting.days.completeAfterHours);
  const asked = askedDays(period, account.timeZone, now);
  const today = dayIn(account.timeZone, now);
  if (asked.start_date > today) throw notBegun(asked, today);
  if (includeIncomplete) return { days: asked, completeUntil: until, isIncomplete: asked.end_date > until, leftOut: 0 };
  const days = completeDays(asked, until);
  if (!days) throw notComplete(asked, until);
  return { days, completeUntil: until, isIncomplete: false, leftOut: lengthOf(asked) - lengthOf(days) };
}

/** The days that another window is compared with. */
export function baselineOf({ days, completeUntil: until }: Window, against: Against): Window {
  const earlier = typeof against === 'object' ? against : earlierDays(days, against);
  return { days: earlier, completeUntil: until, isIncomplete: earlier.end_date > until, leftOut: 0 };
}

/** One day, week or month of a window, or the whole of it. */
export interface WindowStep extends Window {
  segments: Record<string, string>;
}

/** Each is complete or not by itself: of three weeks, the last alone may still be counted. */
export function stepsOf(window: Window, by: Step): WindowStep[] {
  if (by === 'none') return [{ ...window, segments: {} }];
  return bucketsOf(window.days, by).map(({ start, days }) => ({
    ...window,
    days,
    isIncomplete: days.end_date > window.completeUntil,
    segments: { [by === 'day' ? 'date' : by]: start },
  }));
}

/** A span in the future has no numbers, which is not zero. */
function notBegun({ start_date }: Days, today: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `The period lies in the future: it begins on ${start_date}, and today is ${today}.`,
    nextStep: 'Ask for days that have begun.',
  });
}

function notComplete({ start_date }: Days, until: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `No day of the period is complete yet: it begins on ${start_date}, and days are complete until ${until}.`,
    nextStep: 'Set include_incomplete: true to see numbers that still grow, or ask for earlier days.',
  });
}
