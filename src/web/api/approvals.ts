import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { WRITE_POINTS } from '../../limits/prices.ts';
import { applyApproved } from '../../pipeline/apply-approved.ts';
import { replanned } from '../../pipeline/replanning.ts';
import { ACTION_CLASSES } from '../../plans/action-class.ts';
import type { Plan } from '../../plans/plan.ts';
import { RULES } from '../../plans/policies.ts';
import { ShownPlan } from '../../tools/plan-desk.ts';
import { type Decider, OBSTACLES, OUT_OF_DATE, obstacleFor, planViews, refuseOthers } from '../approvals.ts';
import { chargePerson } from '../call-tool.ts';
import type { Context } from '../context.ts';
import { Actor, Done, Mode, Word } from '../shapes.ts';
import { inWorkspace, inWorkspaces, ofPlan, router } from './procedure.ts';

const PlanView = ShownPlan.extend({
  title: z.string(),
  /** It brings something before the public instead of spending. */
  reachesVisitors: z.boolean(),
  /** A name or an id; null where the change makes something new. */
  object: z.string().nullable(),
  mode: Mode.nullable(),
  workspaceId: z.string(),
  hash: z.string(),
  requester: Actor,
  /** Of a key: the person who made it. */
  behind: Actor.nullable(),
  approvals: z.array(z.object({ by: z.string(), at: z.number() })),
  approvalsNeeded: z.number(),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** The last step that was taken. */
  decided: z.object({ by: z.string(), at: z.number() }).nullable(),
  mayDecide: z.boolean(),
  /** Their own yes, until enough others have agreed. */
  mayTakeBack: z.boolean(),
  /** The request was made in their name. */
  mayWithdraw: z.boolean(),
  mayPlanAnew: z.boolean(),
  /** Why not. */
  obstacle: z.object({ why: z.enum(OBSTACLES), words: z.string() }).nullable(),
});
export const ListedPlan = PlanView.omit({ request: true, result: true });

const PLANS_LISTED = 200;

/** Pausing and cutting are never held back, so there is no rule for them. */
const Class = z.enum(ACTION_CLASSES).exclude(['cut']);
const Rules = z.partialRecord(Class, z.enum(RULES));

/** Deciding is for people with a session: no key and no token reaches these addresses. */
export const approvals = router({
  /** Newest first: what waits and is under way, or what is over. */
  list: inWorkspaces
    .input(z.object({ over: z.boolean() }))
    .output(z.object({ plans: z.array(ListedPlan), more: z.boolean() }))
    .query(async ({ ctx, input: { over } }) => {
      const { plans } = ctx.parts.home;
      const ids = ctx.workspaces.map(({ id }) => id);
      if (ids.length === 0) return { plans: [], more: false };
      const found = await plans[over ? 'closed' : 'open'](ids, PLANS_LISTED + 1);
      const views = await planViews(ctx.parts, ctx, found.slice(0, PLANS_LISTED));
      return { plans: views.map(({ request: _, result: __, ...plan }) => plan), more: found.length > PLANS_LISTED };
    }),
  get: ofPlan('viewer')
    .output(PlanView)
    .query(({ ctx }) => viewOf(ctx, ctx.plan)),
  /** The form posts the hash that it showed, so that a person agrees only to what they have seen. */
  approve: ofPlan('approver')
    .input(z.object({ hash: Word }))
    .output(PlanView)
    .mutation(async ({ ctx, input: { hash } }) => {
      const { plan, parts, person } = ctx;
      if (plan.state !== 'waiting') throw decided(plan);
      const obstacle = await obstacleFor(parts, ctx, plan);
      if (obstacle) throw refusal('permission_denied', obstacle.words);
      if (plan.hash !== hash) throw outdated();
      if ((await parts.home.plans.approve(plan, person.id)) === 'late') throw decided(await asItIs(ctx));
      await applyApproved(parts.pipeline);
      return viewOf(ctx, await asItIs(ctx));
    }),
  reject: ofPlan('approver')
    .input(z.object({ hash: Word, note: z.string().trim().min(1, 'is empty').max(1_000) }))
    .output(PlanView)
    .mutation(async ({ ctx, input: { hash, note } }) => {
      const { plan, parts, person } = ctx;
      if (plan.hash !== hash) throw outdated();
      const moved = await parts.home.plans.move(plan, ['waiting'], 'rejected', { actor: person.id, note });
      if (!moved) throw decided(await asItIs(ctx));
      return viewOf(ctx, await asItIs(ctx));
    }),
  takeBack: ofPlan('approver')
    .output(PlanView)
    .mutation(async ({ ctx }) => {
      const { plan, parts, person } = ctx;
      if (!(await parts.home.plans.takeBack(plan, person.id))) throw notTakenBack(await asItIs(ctx));
      return viewOf(ctx, await asItIs(ctx));
    }),
  withdraw: ofPlan('member')
    .output(PlanView)
    .mutation(async ({ ctx }) => {
      const { plan, parts, person } = ctx;
      await refuseOthers(parts, ctx, plan, 'withdraw');
      const moved = await parts.home.plans.move(plan, ['waiting'], 'withdrawn', { actor: person.id });
      if (!moved) throw decided(await asItIs(ctx));
      return viewOf(ctx, await asItIs(ctx));
    }),
  /** Answers with the new plan, which waits like any other. */
  planAnew: ofPlan('member')
    .output(PlanView)
    .mutation(async ({ ctx }) => {
      const { plan, parts, person } = ctx;
      await refuseOthers(parts, ctx, plan, 'plan anew');
      if (!OUT_OF_DATE.includes(plan.state)) throw decided(plan);
      await chargePerson(parts, person, WRITE_POINTS);
      return viewOf(ctx, await replanned(parts.pipeline, plan, person.id));
    }),
  policy: inWorkspace('viewer')
    .output(z.object({ rules: Rules, fourEyes: z.boolean(), two: z.array(Class) }))
    .query(async ({ ctx }) => {
      const mode = ctx.workspace.connections.some((one) => one.mode === 'live') ? 'live' : 'sandbox';
      const { rules, fourEyes, two } = await ctx.parts.home.policies.of(ctx.workspace.id, '', mode);
      const { cut: _, ...held } = rules;
      return { rules: held, fourEyes, two: two.filter((name) => name !== 'cut') };
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

async function viewOf(ctx: Decider & Pick<Context, 'parts'>, plan: Plan) {
  return (await planViews(ctx.parts, ctx, [plan]))[0]!;
}

async function asItIs({ parts, plan }: { parts: Context['parts']; plan: Plan }): Promise<Plan> {
  return (await parts.home.plans.find(plan.workspaceId, plan.id)) ?? plan;
}

function outdated(): Failure {
  return refusal('conflict', 'This page shows an older plan than the one that waits. Load it again before deciding.');
}

function notTakenBack({ state }: Plan): Failure {
  return refusal('conflict', `There is no yes of yours to take back: this plan is ${state} by now.`);
}

function decided({ state }: Plan): Failure {
  return refusal('conflict', `This plan is ${state} by now, so nothing was decided.`);
}

function refusal(code: 'permission_denied' | 'conflict', message: string): Failure {
  return new Failure({ code, message, nextStep: 'Load the page again.' });
}
