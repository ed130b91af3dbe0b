import { z } from 'zod';
import { Actor, Id, Moment, Word } from './shapes.ts';

/** Filters of the activity list. The page's URL and `/activity.csv` use the same parameter names. */
export const ActivityFilters = z.object({
  /** Ids of keys or people; `agent` is any key or signed-in client, `person` any person. */
  changed_by: z.array(Id).max(200).optional(),
  channel: z.array(Word).max(200).optional(),
  tool: z.array(Word).max(200).optional(),
  /** Ids of the campaigns, ads and other objects that a call named or created. */
  object: z.array(Id).max(200).optional(),
  /** The lists above that exclude instead of include. */
  not: z.array(z.enum(['changed_by', 'channel', 'tool', 'object'])).optional(),
  outcome: z.array(z.enum(['applied', 'not_applied', 'unknown', 'running', 'recorded'])).optional(),
  /** In arguments, ids, trace ids, call ids and names of tools. */
  search: z.string().max(200).optional(),
  from: Moment.optional(),
  until: Moment.optional(),
});

const Change = z.object({
  field: z.string(),
  /** Left out where it is not known. */
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Asked for and not made: what was asked. */
  asked: z.unknown().optional(),
  /** `made`: read back; `stays`: not applied; `unconfirmed`: the platform's answer was lost, so it may be either. */
  state: z.enum(['made', 'stays', 'unconfirmed']),
});

export const ActivityEntry = z.object({
  /** Of the intent, or of the event. */
  id: z.number(),
  at: Moment,
  workspaceId: Id.nullable(),
  who: Actor,
  /** Null: something in the service itself (`key.create`, `member.add`). */
  channel: z.string().nullable(),
  /** The tool, or what happened in the service. */
  tool: z.string(),
  /** What it was about, as far as the record tells: a name or ids. */
  object: z.string().nullable(),
  /** Of everything the call named or made. */
  ids: z.array(z.string()),
  changes: z.array(Change),
  /** `recorded`: of the service itself. `running`: no outcome yet. */
  outcome: z.enum(['applied', 'not_applied', 'unknown', 'running', 'recorded']),
  error: z.object({ code: z.string(), message: z.string().nullable() }).nullable(),
  traceId: z.string().nullable(),
  requestId: z.string().nullable(),
  outcomeId: z.number().nullable(),
  outcomeAt: Moment.nullable(),
  /** Of an outcome that was unknown first: what was found later, and by whom. `outcome` follows it. */
  settled: z.object({ at: Moment, who: Actor, words: z.string() }).nullable(),
  /** The plan that the call was made by, and who agreed to it. */
  plan: z.object({ id: Id, code: z.string(), approvedBy: z.array(z.string()) }).nullable(),
  arguments: z.record(z.string(), z.unknown()).nullable(),
  /** What was written down about something in the service itself. */
  detail: z.record(z.string(), z.unknown()).nullable(),
  /** The call that shows whether it was made, for an unknown outcome. */
  look: z.object({ channel: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) }).nullable(),
});
