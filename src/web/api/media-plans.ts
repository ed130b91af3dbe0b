import { z } from 'zod';
import {
  GivenMapping,
  MappedColumn,
  PlanDefaults,
  PlannedRow,
  SheetPlan,
  SheetRange,
} from '../../tools/media-plan-desk.ts';
import { PLAN_STATES } from '../../tools/plan-desk.ts';
import { MEMBER_STATES, PlanMember } from '../../tools/plan-members.ts';
import {
  keepDefaults,
  mediaPlansIn,
  mediaPlanView,
  planDefaults,
  practiceSheets,
  progressOf,
  type ReadingStep,
  type ReadSheet,
  readingSteps,
  readSheet,
} from '../media-plans.ts';
import { Actor, Done, Id, Mode } from '../shapes.ts';
import { ListedPlan } from './approvals.ts';
import { inWorkspace, inWorkspaces, notFound, ofMediaPlan, ofPlan, router } from './procedure.ts';
import { streamed } from './streamed-answer.ts';

const { skipped, problems, sums, running, taken_out: takenOut, notes } = SheetPlan.shape;

const Head = {
  id: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  name: z.string(),
  spreadsheetId: z.string(),
  tab: z.string(),
  range: z.string(),
  by: Actor,
  createdAt: z.number(),
};

const Listed = z.object({
  ...Head,
  counts: z.object({
    make: z.number(),
    change: z.number(),
    same: z.number(),
    out: z.number(),
    stop: z.number(),
    look: z.number(),
  }),
  /** Of the plan that people decide on; null: nothing is to be made or changed. */
  state: z.enum(PLAN_STATES).nullable(),
  members: z.partialRecord(z.enum(MEMBER_STATES), z.number()),
});

const View = z.object({
  ...Head,
  planId: z.string().nullable(),
  /** The spreadsheet's own name. */
  file: z.string(),
  mode: Mode.nullable(),
  /** Counted from 0; as the sheet shows them. */
  cells: z.object({ firstRow: z.number(), firstColumn: z.number(), shown: z.array(z.array(z.string())) }),
  /** Address → what counts instead of what stands there. */
  repairs: z.record(z.string(), z.string()),
  /** Rows whose campaign is made new although one of that name exists. */
  newRows: z.array(z.number()),
  mapping: z.array(MappedColumn),
  rows: z.array(PlannedRow),
  skipped,
  problems,
  sums,
  running,
  takenOut,
  notes,
  members: z.array(
    z.object({
      position: z.number(),
      rows: z.array(z.number()),
      kind: z.enum(['make', 'change']),
      channel: z.string(),
      account: z.string(),
      name: z.string(),
    }),
  ),
});

const Progress = z.object({
  plan: ListedPlan.nullable(),
  members: z.array(
    z.object({
      position: z.number(),
      state: z.enum(MEMBER_STATES),
      campaignId: z.string().nullable(),
      error: PlanMember.shape.error.unwrap().nullable(),
    }),
  ),
});

const Reading = z.custom<AsyncIterable<ReadingStep | ReadSheet> | ReadSheet>();

/** Comparing, applying and withdrawing go through the agents' tools (`tools.run`), approving through `approvals`. */
export const mediaPlans = router({
  list: inWorkspaces
    .output(z.object({ plans: z.array(Listed), more: z.boolean() }))
    .query(({ ctx }) => mediaPlansIn(ctx.parts, ctx.workspaces)),
  /** As it was read last. */
  get: ofMediaPlan('viewer')
    .output(View)
    .query(async ({ ctx, input: { id } }) => {
      const found = await ctx.parts.home.mediaPlans.find(ctx.workspace.id, id);
      if (!found) throw notFound('media plan');
      return mediaPlanView(ctx.parts, ctx.workspace, found);
    }),
  progress: ofMediaPlan('viewer')
    .output(Progress)
    .query(({ ctx }) => progressOf(ctx.parts, ctx, { workspaceId: ctx.workspace.id, planId: ctx.planId })),
  /** Of a plan that waits in Approvals. */
  ofPlan: ofPlan('viewer')
    .output(View)
    .query(async ({ ctx }) => {
      const found = await ctx.parts.home.mediaPlans.ofPlan(ctx.workspace.id, ctx.plan.id);
      if (!found) throw notFound('media plan');
      return mediaPlanView(ctx.parts, ctx.workspace, found);
    }),
  /** Reads and checks a sheet; nothing is made. A client that takes a stream is told how far it is. */
  read: inWorkspace('member')
    .input(
      z.object({
        ...SheetRange,
        mapping: GivenMapping.optional(),
        repairs: z.record(z.string().max(200), z.string().max(2_000)).optional(),
        new_rows: z.array(z.int()).max(10_000).optional(),
        /** The media plan that this one takes the place of. */
        replaces: Id.optional(),
      }),
    )
    .output(Reading)
    .mutation(async ({ ctx, path, input: { workspaceId, replaces, ...request } }) => {
      const older = replaces && (await ctx.parts.home.mediaPlans.find(workspaceId, replaces));
      if (replaces && !older) throw notFound('media plan');
      const replaced = older || undefined;
      if (ctx.takesStream) return streamed(readingSteps(ctx, request, replaced), ctx, path);
      return readSheet(ctx, request, replaced);
    }),
  /** What a newcomer can try, where the sandbox is connected. */
  practice: inWorkspace('member')
    .output(
      z.object({
        sheets: z.array(z.object({ id: z.string(), name: z.string(), tab: z.string(), kind: z.string() })),
      }),
    )
    .query(async ({ ctx }) => ({ sheets: await practiceSheets(ctx) })),
  defaults: inWorkspace('viewer')
    .output(
      z.object({
        defaults: PlanDefaults,
        /** What each connected channel can keep, as JSON schema. */
        channels: z.array(z.object({ channel: z.string(), schema: z.record(z.string(), z.unknown()) })),
      }),
    )
    .query(({ ctx }) => planDefaults(ctx.parts, ctx.workspace)),
  keepDefaults: inWorkspace('member')
    .input(z.object({ defaults: PlanDefaults }))
    .output(Done)
    .mutation(async ({ ctx, input: { defaults } }) => {
      await keepDefaults(ctx.parts, ctx.workspace, ctx.person, defaults);
      return { done: true };
    }),
});
