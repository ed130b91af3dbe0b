import { z } from 'zod';
import { oneLine } from './fields.ts';

export const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A time on the clock of a zone that comes again. */
export const When = z.strictObject({
  weekdays: z.array(z.enum(WEEKDAYS)).min(1).max(7).optional().describe('Every day when left out'),
  day_of_month: z
    .int()
    .min(1)
    .max(31)
    .optional()
    .describe('Instead of weekdays; a month without it has it on its last day'),
  hour: z.int().min(0).max(23).describe('0 to 23, on the clock of zone'),
  minute: z.int().min(0).max(59).default(0).describe('0 when left out'),
  zone: oneLine(60).refine(isZone, 'must be a time zone by its IANA name, such as Europe/Berlin').describe('IANA name'),
});
export type When = z.output<typeof When>;

function isZone(zone: string): boolean {
  // An offset such as +02:00 would be taken too, and knows no summer time.
  if (!/^[A-Z]/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const Arguments = z.record(z.string(), z.unknown());

/** The arguments that make up a schedule. */
export const scheduleArguments = {
  name: oneLine(100).describe('Subject of what is sent'),
  report: Arguments.optional().describe('Arguments of report; or compare'),
  compare: Arguments.optional().describe('Arguments of compare'),
  when: When,
  to: z.array(oneLine(60)).min(1).max(20).describe('Ids of endpoints: where it is sent'),
};
const Spec = z.strictObject(scheduleArguments);
export type ScheduleSpec = z.output<typeof Spec>;

const Who = z.object({ id: z.string(), kind: z.enum(['key', 'person', 'service']), name: z.string().optional() });

export const ShownSchedule = z.object({
  id: z.string(),
  name: z.string(),
  tool: z.enum(['report', 'compare']),
  arguments: Arguments,
  when: When,
  when_words: z.string().describe('Such as "every Monday at 07:00, Europe/Berlin"'),
  to: z.array(z.string()),
  state: z.enum(['active', 'stopped']),
  stopped_because: z.string().optional(),
  next_run: z.string().optional(),
  last_run: z
    .object({
      period: z.string().describe('The day it was due on, in the zone'),
      due_at: z.string(),
      at: z.string(),
      outcome: z.enum(['sent', 'failed']),
      words: z.string(),
    })
    .optional(),
  notes: z.array(z.string()).optional(),
  created_by: Who,
  created_at: z.string(),
});
export type ShownSchedule = z.infer<typeof ShownSchedule>;

/** The scheduled reports and changes of the call's workspace. */
export interface ScheduleDesk {
  create(spec: ScheduleSpec): Promise<ShownSchedule>;
  /** Newest first. */
  list(): Promise<ShownSchedule[]>;
  remove(id: string): Promise<{ id: string; deleted: true }>;
}
