import { z } from 'zod';
import { LISTED_MAX } from '../../auth/directory.ts';
import { Failure } from '../../errors.ts';
import { applyApproved } from '../../pipeline/apply-approved.ts';
import { ACTION_CLASSES } from '../../plans/action-class.ts';
import type { Plan } from '../../plans/plans.ts';
import { RULES } from '../../plans/policies.ts';
import { PLAN_STATES, ShownPlan } from '../../tools/plan-desk.ts';
import { obstacleFor, planView, requireYoungSession } from '../approvals.ts';
import type { Context } from '../context.ts';
import { Done, Id } from '../shapes.ts';
import { inWorkspace, inWorkspaces, router } from './procedure.ts';

const PlanView = ShownPlan.extend({
  workspaceId: z.string(),
  hash: z.string(),
  requester: z.object({ kind: z.enum(['key', 'person', 'service']), id: z.string(), name: z.string() }),
  approvals: z.array(z.object({ by: z.string(), at: z.number() })),
  approvalsNeeded: z.number(),
  createdAt: z.number(),
  expiresAt: z.number(),
  mayDecide: z.boolean(),
  /** Why not, in words for the person. */
  obstacle: z.string().optional(),
});

/** Pausing and cutting are never held back, so there is no rule for them. */
const Class = z.enum(ACTION_CLASSES).exclude(['cut']);
const Rules = z.partialRecord(Class, z.enum(RULES));

/** Deciding is for people with a session: no key and no token reaches these addresses. */
export const approvals = router({
  list: inWorkspaces
    .input(z.object({ state: z.enum(PLAN_STATES).optional() }))
    .output(z.object({ plans: z.array(PlanView), waiting: z.number() }))
    .query(async ({ ctx, input }) => {
      const ids = ctx.workspaces.map(({ id }) => id);
      const { plans } = ctx.parts.home;
      const [found, waiting] =
        ids.length === 0
          ? [[], []]
          : await Promise.all([plans.list(ids, input.state, LISTED_MAX), plans.list(ids, 'waiting', LISTED_MAX)]);
      return {
        plans: await Promise.all(found.map((plan) => planView(ctx.parts, ctx.person, plan))),
        waiting: waiting.length,
      };
    }),
  get: inWorkspace('viewer')
    .input(z.object({ id: Id }))
    .output(PlanView)
    .query(async ({ ctx, input }) => planView(ctx.parts, ctx.person, await found(ctx, input))),
  /** The form posts the hash that it showed, so that nobody agrees to something else. */
  approve: inWorkspace('approver')
    .input(z.object({ id: Id, hash: z.string() }))
    .output(PlanView)
    .mutation(async ({ ctx, input }) => {
      requireYoungSession(ctx.parts, ctx.signedInAt);
      const plan = await found(ctx, input);
      const obstacle = await obstacleFor(ctx.parts, ctx.person, plan);
      if (obstacle !== undefined) throw refusal('permission_denied', obstacle);
      if (plan.hash !== input.hash) throw outdated();
      const { plans } = ctx.parts.home;
      if ((await plans.approve(plan, ctx.person.id)) === 'late') throw decided(await found(ctx, input));
      await applyApproved(ctx.parts.pipeline);
      return planView(ctx.parts, ctx.person, await found(ctx, input));
    }),
  reject: inWorkspace('approver')
    .input(z.object({ id: Id, hash: z.string(), note: z.string().trim().max(1_000).optional() }))
    .output(PlanView)
    .mutation(async ({ ctx, input }) => {
      const plan = await found(ctx, input);
      if (plan.hash !== input.hash) throw outdated();
      const by = { actor: ctx.person.id, note: input.note };
      if (!(await ctx.parts.home.plans.move(plan, ['waiting'], 'rejected', by))) throw decided(await found(ctx, input));
      return planView(ctx.parts, ctx.person, await found(ctx, input));
    }),
  policy: inWorkspace('viewer')
    .output(z.object({ rules: Rules, fourEyes: z.boolean(), two: z.array(z.string()) }))
    .query(async ({ ctx }) => {
      const mode = ctx.workspace.connections.some((one) => one.mode === 'live') ? 'live' : 'sandbox';
      const { rules, fourEyes, two } = await ctx.parts.home.policies.of(ctx.workspace.id, '', mode);
      return { rules, fourEyes, two: [...two] };
    }),
  setPolicy: inWorkspace('owner')
    .input(z.object({ rules: Rules.optional(), fourEyes: z.boolean().optional(), two: z.array(Class).optional() }))
    .output(Done)
    .mutation(async ({ ctx, input: { rules, fourEyes, two } }) => {
      const { id: workspaceId, organizationId } = ctx.workspace;
      await ctx.parts.home.policies.set({
        organizationId,
        workspaceId,
        actor: ctx.person.id,
        change: {
          ...(rules && { rules }),
          ...(fourEyes !== undefined && { four_eyes: fourEyes }),
          ...(two && { two }),
        },
      });
      return { done: true };
    }),
});

async function found(
  ctx: Pick<Context, 'parts'>,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<Plan> {
  const plan = await ctx.parts.home.plans.find(workspaceId, id);
  if (!plan) throw refusal('not_found', 'There is no such plan.');
  return plan;
}

function outdated(): Failure {
  return refusal('conflict', 'This page shows an older plan than the one that waits. Load it again before deciding.');
}

function decided({ state }: Plan): Failure {
  return refusal('conflict', `This plan is ${state} by now, so nothing was decided.`);
}

function refusal(code: 'not_found' | 'permission_denied' | 'conflict', message: string): Failure {
  return new Failure({ code, message, nextStep: 'Load the page again.' });
}
