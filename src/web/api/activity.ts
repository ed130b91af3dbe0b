import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import { readActivity } from '../activity.ts';
import { ActivityEntry, ActivityFilters } from '../activity-entry.ts';
import { activityScope, slicesOf } from '../activity-slices.ts';
import { changesByAgent } from '../agent-changes.ts';
import { chainState } from '../chain-state.ts';
import type { Person } from '../people.ts';
import { modeAmong } from '../platform-mode.ts';
import { check, entryOf, hasEnded, settle } from '../settlement.ts';
import { Actor, Done, Mode, Moment, ToolAnswer } from '../shapes.ts';
import { inWorkspace, inWorkspaces, notFound, router, signedIn } from './procedure.ts';

const Chain = z.object({
  ok: z.boolean(),
  /** Null for a member of single workspaces: the log is the organization's, and so is its length. */
  entries: z.number().nullable(),
  since: Moment.nullable(),
  checkedAt: Moment,
  head: z.string().nullable(),
  /** What is wrong, and where. */
  broken: z.object({ id: z.number(), why: z.string() }).nullable(),
  openIntents: z.number(),
});

/** Null where the field of the budget tells neither. */
const BudgetPeriod = z.enum(['day', 'total']).nullable();

const ByAgent = z.object({
  who: Actor,
  changes: z.number(),
  unknown: z.number(),
  added: z.array(z.object({ mode: Mode.nullable(), currency: z.string(), period: BudgetPeriod, amount: z.string() })),
  /** The largest raise by its share, of all changes to one budget together. */
  largest: z
    .object({
      entry: ActivityEntry.pick({ id: true, workspaceId: true, channel: true }),
      object: z.string(),
      currency: z.string(),
      period: BudgetPeriod,
      before: z.string(),
      after: z.string(),
    })
    .nullable(),
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
    .query(async ({ ctx, input: { workspaceIds, filters, cursor, limit } }) => {
      const scope = scopeOf(ctx, workspaceIds);
      const entries = await readActivity(ctx.parts, { ...scope, filters, before: cursor, limit, signal: ctx.gone() });
      return { entries, nextCursor: entries.length === limit ? (entries.at(-1)?.id ?? null) : null };
    }),
  /** Choices for the `changed_by` filter: keys and people among the newest entries. */
  actors: inWorkspaces.output(z.array(Actor)).query(async ({ ctx, input: { workspaceIds } }) => {
    const turns = new Turns(ctx.gone());
    const ids = new Set<string>();
    let looked = 0;
    for await (const slice of slicesOf(ctx.parts.home.store.db, scopeOf(ctx, workspaceIds), turns)) {
      for (const { actor } of slice) ids.add(actor);
      looked += slice.length;
      if (ids.size >= ACTORS_MAX || looked >= LOOKED_BACK) break;
    }
    const wanted = [...ids].slice(0, ACTORS_MAX);
    return wanted.map(await ctx.parts.people.actors(wanted));
  }),
  /** Which objects were changed by whom lately, to narrow a list of them by. */
  changers: inWorkspaces
    .output(z.array(z.object({ workspaceId: z.string(), channel: z.string(), id: z.string(), who: Actor })))
    .query(async ({ ctx, input: { workspaceIds } }) => {
      const filters = { outcome: ['applied', 'unknown'] satisfies ('applied' | 'unknown')[] };
      const scope = scopeOf(ctx, workspaceIds);
      const entries = await readActivity(ctx.parts, { ...scope, filters, limit: LATELY, signal: ctx.gone() });
      const found = entries.flatMap(({ workspaceId, channel, ids, who }) =>
        ids.map((id) => ({ workspaceId: workspaceId!, channel: channel!, id, who })),
      );
      return [...new Map(found.map((one) => [`${one.channel} ${one.id} ${one.who.id}`, one])).values()];
    }),
  /** What agents changed in the last days, by key. `isPartial`: there were more changes than are read. */
  byAgent: inWorkspaces
    .input(z.object({ days: z.int().min(1).max(31).default(7) }))
    .output(z.object({ agents: z.array(ByAgent), isPartial: z.boolean() }))
    .query(async ({ ctx, input: { workspaceIds, days } }) => {
      const from = new Date(ctx.parts.ambient.now() - days * DAY_MS).toISOString();
      const entries = await readActivity(ctx.parts, {
        ...scopeOf(ctx, workspaceIds),
        filters: { changed_by: ['agent'], outcome: ['applied', 'unknown'], from },
        limit: LATELY,
        signal: ctx.gone(),
      });
      const connections = new Map(ctx.workspaces.map((one) => [one.id, one.connections]));
      const modeOf = ({ workspaceId, channel }: (typeof entries)[number]) =>
        modeAmong(connections.get(workspaceId ?? '') ?? [], [channel ?? '']);
      const agents = changesByAgent(entries, modeOf).map(({ largest, ...rest }) => ({
        ...rest,
        largest: largest ?? null,
      }));
      return { agents, isPartial: entries.length === LATELY };
    }),
  /** Walks the whole log: `again` does so even when it was done a moment ago. */
  chain: signedIn
    .input(z.object({ again: z.boolean().optional() }))
    .output(Chain)
    .query(async ({ ctx, input }) => {
      const state = await chainState(ctx.parts, input.again === true);
      // The figures are about the whole organization, so a member of single workspaces gets only the verdict.
      return ctx.person.organizationRole ? state : { ...state, entries: null, since: null, head: null, openIntents: 0 };
    }),
  /** Runs the call that shows whether an unknown change was made, and settles the entry if that is certain. */
  checkNow: inWorkspace('viewer')
    .input(z.object({ id: z.number() }))
    .output(
      z.object({
        outcome: z.enum(['applied', 'not_applied', 'unknown']),
        words: z.string(),
        settled: z.boolean(),
        tool: z.string(),
        arguments: z.record(z.string(), z.unknown()),
        answer: ToolAnswer,
      }),
    )
    .mutation(async ({ ctx, input: { id } }) => {
      const entry = await entryOf(ctx, id);
      if (!entry) throw notFound('entry');
      const { look } = entry;
      if (!look) throw nothingToLookAt();
      return { tool: look.tool, arguments: look.arguments, ...(await check(ctx, { ...entry, look })) };
    }),
  /** For an outcome that no call shows for certain: a person has looked at the platform and says how it ended. */
  settle: inWorkspace('member')
    .input(z.object({ id: z.number(), outcome: z.enum(['applied', 'not_applied']) }))
    .output(Done)
    .mutation(async ({ ctx, input: { id, outcome } }) => {
      const entry = await entryOf(ctx, id);
      if (!entry) throw notFound('entry');
      if (!hasEnded(ctx.parts, entry)) throw nothingToLookAt();
      const words = `${ctx.person.name} looked and says that it was ${outcome === 'applied' ? '' : 'not '}made.`;
      return { done: await settle(ctx, entry, { outcome, words }) };
    }),
});

const LATELY = 2_000;
const LOOKED_BACK = 10_000;
const ACTORS_MAX = 1_000;

interface Asked {
  person: Person;
  workspaces: readonly WorkspaceRecord[];
}

function scopeOf({ person, workspaces }: Asked, named: readonly string[] | undefined) {
  return activityScope(person, named ?? workspaces.map(({ id }) => id), named === undefined);
}

function nothingToLookAt(): Failure {
  return new Failure({
    code: 'unsupported',
    message: 'The outcome of this entry is known, the call is under way, or its tool has no call that shows it.',
    nextStep: 'Read the entry as it stands.',
  });
}
