import { z } from 'zod';
import { asListed } from './as-listed.ts';
import { oneLine, text } from './fields.ts';
import type { ShownPlan } from './plan-desk.ts';

export const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

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
  when: When.describe('A time that comes again'),
  to: z.array(oneLine(60)).min(1).max(20).describe('Where it is sent: ids from list_endpoints'),
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

export const CHANGE_STATES = [
  'scheduled',
  'needs_approval',
  'running',
  'applied',
  'not_applied',
  'missed',
  'unknown',
  'cancelled',
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** The arguments of a change that is to be made later. */
export const changeArguments = {
  channel: oneLine(50).describe('Whose tool it is'),
  tool: oneLine(80).describe('A tool that changes something'),
  arguments: Arguments.describe('As the tool takes them'),
  at: oneLine(40).describe("2026-11-30T06:00 on the clock of the ad account's zone, or with an offset"),
  back_at: oneLine(40).optional().describe('Like at: then it is taken back, as undo_change does'),
  reason: text(400).optional().describe('Why, for who approves it'),
};
const ChangeSpec = z.strictObject(changeArguments);
export type ChangeSpec = z.output<typeof ChangeSpec>;

export const ShownScheduledChange = z.object({
  id: z.string().describe('Also that of its plan'),
  state: z.enum(CHANGE_STATES),
  words: z.string(),
  at: z.string(),
  at_local: z.string().optional().describe("The same on the clock of the account's zone"),
  zone: z.string().optional(),
  back_at: z.string().optional(),
  back: z.object({ at: z.string(), outcome: z.string(), words: z.string() }).optional(),
  notes: z.array(z.string()).optional(),
  plan: asListed('list_plans') as unknown as z.ZodType<ShownPlan>,
  created_by: Who,
  created_at: z.string(),
});
export type ShownScheduledChange = z.infer<typeof ShownScheduledChange>;

/** The scheduled reports and changes of the call's workspace. */
export interface ScheduleDesk {
  create(spec: ScheduleSpec): Promise<ShownSchedule>;
  /** Newest first. */
  list(): Promise<ShownSchedule[]>;
  remove(id: string): Promise<{ id: string; deleted: true }>;
  change(spec: ChangeSpec): Promise<ShownScheduledChange>;
  /** The latest hour first. */
  changes(question: {
    state?: ChangeState | undefined;
    limit: number;
    after?: string | undefined;
  }): Promise<{ changes: ShownScheduledChange[]; next?: string | undefined }>;
  cancelChange(id: string): Promise<ShownScheduledChange>;
}
