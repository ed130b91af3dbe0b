import { z } from 'zod';
import { inWorkspace, inWorkspaces, router, signedIn, unfinished } from './procedure.ts';
import { Actor, Id, Moment, ToolAnswer } from './shapes.ts';

/** The same names stand in the address of the page and of `/activity.csv`. */
export const ActivityFilters = z.object({
  /** Ids of keys or people. */
  who: z.array(Id).optional(),
  channel: z.array(z.string()).optional(),
  tool: z.array(z.string()).optional(),
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
  /** `made`: read back; `stays`: refused or not made; `unconfirmed`: nobody knows. */
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
  changes: z.array(Change),
  /** `recorded`: of the service itself. `running`: no outcome yet. */
  outcome: z.enum(['applied', 'not_applied', 'unknown', 'running', 'recorded']),
  error: z.object({ code: z.string(), message: z.string().nullable() }).nullable(),
  traceId: z.string().nullable(),
  requestId: z.string().nullable(),
  outcomeId: z.number().nullable(),
  outcomeAt: Moment.nullable(),
  arguments: z.record(z.string(), z.unknown()).nullable(),
  /** The call that shows whether it was made, for an unknown outcome. */
  look: z.object({ channel: z.string(), tool: z.string(), arguments: z.record(z.string(), z.unknown()) }).nullable(),
});

const Chain = z.object({
  ok: z.boolean(),
  entries: z.number(),
  since: Moment.nullable(),
  checkedAt: Moment,
  head: z.string().nullable(),
  /** What is wrong, and where. */
  broken: z.object({ id: z.number(), why: z.string() }).nullable(),
  openIntents: z.number(),
});

export const activity = router({
  list: inWorkspaces
    .input(
      z.object({
        filters: ActivityFilters.default({}),
        cursor: z.number().optional(),
        limit: z.int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ entries: z.array(ActivityEntry), nextCursor: z.number().nullable() }))
    .query(unfinished),
  /** Who can be filtered by. */
  actors: inWorkspaces.output(z.array(Actor)).query(unfinished),
  /** Walks the whole log: `again` does so even when it was done a moment ago. */
  chain: signedIn
    .input(z.object({ again: z.boolean().optional() }))
    .output(Chain)
    .query(unfinished),
  /** Runs the call that shows whether an unknown change was made. */
  checkNow: inWorkspace('viewer')
    .input(z.object({ id: z.number() }))
    .output(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()), answer: ToolAnswer }))
    .mutation(unfinished),
});
