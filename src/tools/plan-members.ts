import { z } from 'zod';
import type { Money } from './money.ts';

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

export interface PlanProgress {
  of: number;
  made: number;
  failed: number;
  unknown: number;
  waiting: number;
}

/** What a plan with members does, in place of one difference. */
export interface BulkPlan {
  campaigns: number;
  make: number;
  change: number;
  /** Budgets by currency: those for the whole run, and those a day. */
  sums: { currency: string; campaigns: number; total?: Money | undefined; daily?: Money | undefined }[];
  /** `rows` of each: in the sheet. */
  rows: { rows: number[]; kind: 'make' | 'change'; channel: string; account: string; name: string; words: string }[];
  more_rows: number;
}
