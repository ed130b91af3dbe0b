import { z } from 'zod';
import { Money } from './money.ts';

export const MEMBER_STATES = ['waiting', 'applying', 'made', 'failed', 'unknown', 'stale'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

/** One campaign of a media plan while it is made. */
export const PlanMember = z.object({
  position: z.int(),
  rows: z.array(z.int()),
  channel: z.string(),
  account: z.string(),
  name: z.string(),
  state: z.enum(MEMBER_STATES),
  campaign_id: z.string().optional(),
  made: z.array(z.object({ key: z.string(), level: z.string(), name: z.string(), id: z.string().optional() })),
  error: z
    .object({ code: z.string(), message: z.string(), next_step: z.string(), cell: z.string().optional() })
    .optional(),
});
export type PlanMember = z.infer<typeof PlanMember>;

export const PlanProgress = z.object({
  of: z.int(),
  made: z.int(),
  failed: z.int(),
  unknown: z.int(),
  waiting: z.int(),
});
export type PlanProgress = z.infer<typeof PlanProgress>;

/** What a plan with members does, in place of one difference. */
export const BulkPlan = z.object({
  campaigns: z.int(),
  make: z.int(),
  change: z.int(),
  sums: z
    .array(
      z.object({
        currency: z.string(),
        campaigns: z.int(),
        total: Money.optional().describe('Of budgets for the whole run'),
        daily: Money.optional().describe('Of budgets a day'),
      }),
    )
    .describe('Budgets by currency'),
  rows: z.array(
    z.object({
      rows: z.array(z.int()).describe('In the sheet'),
      kind: z.enum(['make', 'change']),
      channel: z.string(),
      account: z.string(),
      name: z.string(),
      words: z.string(),
    }),
  ),
  more_rows: z.int(),
});
export type BulkPlan = z.infer<typeof BulkPlan>;
