import { z } from 'zod';
import type { BulkPlan, PlanMember, PlanProgress } from './plan-members.ts';
import { SpendEffect } from './spend-overview.ts';

export const PLAN_STATES = [
  'planned',
  'waiting',
  'scheduled',
  'approved',
  'applying',
  'applied',
  'failed',
  'unknown',
  'withdrawn',
  'expired',
  'stale',
  'rejected',
] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** Described in words: the schema of every field would make the list of tools longer than models read. */
function loosely<T>(fields: string) {
  return z.looseObject({}).describe(fields) as unknown as z.ZodType<T>;
}

/** A plan as callers see it. */
export const ShownPlan = z.object({
  id: z.string(),
  code: z.string().describe('Compare it with what the other side sees'),
  state: z.enum(PLAN_STATES),
  channel: z.string(),
  tool: z.string(),
  class: z.string(),
  account: z.string(),
  summary: z.string(),
  difference: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  request: z.object({
    method: z.string(),
    path: z.string(),
    body: z.unknown().optional(),
    bytes: z.number().optional(),
  }),
  platform_checked: z.boolean(),
  exposure: SpendEffect.optional(),
  cannot_be_undone: z.array(z.string()).optional(),
  reason: z.string().optional(),
  approve_url: z.string().optional(),
  note: z.string().optional(),
  call_id: z.string().optional(),
  apply_at: z.string().optional().describe('Not before'),
  expires_at: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  bulk: loosely<BulkPlan>('Of a plan from a sheet: campaigns, make, change, sums by currency, rows').optional(),
  progress: loosely<PlanProgress>('of, made, failed, unknown, waiting').optional(),
  members: z
    .array(loosely<PlanMember>('name, rows, state, campaign_id, made, error'))
    .optional()
    .describe('Those that failed first'),
  more_members: z.number().optional(),
});
export type ShownPlan = z.infer<typeof ShownPlan>;

/** The plans of the call's workspace, for the tools that speak of them. */
export interface PlanDesk {
  /** Newest first. */
  list(question: {
    state?: PlanState | undefined;
    limit: number;
    after?: string | undefined;
  }): Promise<{ plans: ShownPlan[]; next?: string }>;
  /** Waits up to so long while the plan is undecided. */
  get(id: string, waitS: number): Promise<ShownPlan>;
  /** Makes the planned change, once, and answers as the planned call would. */
  apply(id: string): Promise<Record<string, unknown>>;
  withdraw(id: string): Promise<ShownPlan>;
  /** Whether the planned change only pauses or cuts; false where there is no such plan. */
  lessens(id: string): Promise<boolean>;
}
