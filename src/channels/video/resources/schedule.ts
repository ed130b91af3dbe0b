import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { Moment } from '../../../tools/fields.ts';
import { dayIn } from '../../../tools/report/period.ts';
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
export function platformSchedule({
  start_time,
  end_time,
}: {
  start_time?: string | undefined;
  end_time?: string | undefined;
}) {
  return {
    ...(start_time !== undefined && { schedule_start_time: platformTime(start_time) }),
    ...(end_time !== undefined && { schedule_end_time: platformTime(end_time) }),
  };
}

/** Days a lifetime budget has to last for. A day that has begun in the advertiser's zone counts whole. */
export function daysBetween(start: string, end: string, timeZone: string): number {
  const day = (ms: number) => Date.parse(dayIn(timeZone, ms));
  return Math.round((day(Date.parse(end) - 1) - day(Date.parse(start))) / DAY_MS) + 1;
}
