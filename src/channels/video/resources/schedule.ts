import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { invalidArguments } from '../../../errors.ts';
import { Moment } from '../../../tools/fields.ts';
import { dayIn } from '../../../tools/report/period.ts';
import type { AdGroup } from '../wire.ts';
import { isLifetime } from './budget.ts';
import { signsOf } from './dayparting.ts';
import { platformTime } from './fields.ts';

export const scheduleFields = {
  start_time: Moment.optional().describe('When it begins'),
  end_time: Moment.optional().describe('When it ends'),
  dayparting: z
    .string()
    .refine(
      (words) => signsOf(words) !== undefined,
      'must be days from Mon to Sun with half-hours, such as "Mon-Fri 08:00-20:00, Sat 10:00-24:00", or "always"',
    )
    .optional()
    .describe('When it runs, in the zone of the advertiser: "Mon-Fri 08:00-20:30, Sat 10:00-24:00" or "always"'),
};

/** The platform takes UTC times, not those of the advertiser's zone. */
export function platformSchedule({ start_time, end_time }: Times) {
  return {
    ...(start_time !== undefined && { schedule_start_time: platformTime(start_time) }),
    ...(end_time !== undefined && { schedule_end_time: platformTime(end_time) }),
  };
}

export type Times = { start_time?: string | undefined; end_time?: string | undefined };

const NO_END = 'none';

/** The times in the form in which the ad group shows them. */
export function shownTimes({ start_time, end_time }: Times) {
  const shown = (moment: string | undefined) => moment && `${new Date(moment).toISOString().slice(0, 19)}Z`;
  return { start_time: shown(start_time), end_time: end_time === NO_END ? null : shown(end_time) };
}

/** A new end needs `schedule_type`, and that needs the start. */
export function changedSchedule(held: AdGroup, { start_time, end_time }: Times) {
  if (end_time === undefined) return platformSchedule({ start_time });
  const start = start_time ? {} : { schedule_start_time: held.schedule_start_time };
  if (end_time === NO_END) return { schedule_type: 'SCHEDULE_FROM_NOW', ...start, ...platformSchedule({ start_time }) };
  return { schedule_type: 'SCHEDULE_START_END', ...start, ...platformSchedule({ start_time, end_time }) };
}

/** A lifetime budget is spread over the days until the end. */
export function refuseEndless(held: AdGroup, { end_time }: Times): void {
  if (end_time !== NO_END || !isLifetime(held.budget_mode)) return;
  throw invalidArguments([{ field: 'end_time', message: 'cannot be none: the budget is for the whole run' }]);
}

/** Days a lifetime budget has to last for. A day that has begun in the advertiser's zone counts whole. */
export function daysBetween(start: string, end: string, timeZone: string): number {
  const day = (ms: number) => Date.parse(dayIn(timeZone, ms));
  return Math.round((day(Date.parse(end) - 1) - day(Date.parse(start))) / DAY_MS) + 1;
}
