import { z } from 'zod';
import { missingOutput } from './media-plan-files.ts';
import { Money } from './money.ts';

const COMPARED_STATES = ['live', 'paused', 'ended', 'other', 'missing', 'out', 'unknown'] as const;

const ComparedRow = z.object({
  rows: z.array(z.int()).describe('Row numbers in the sheet'),
  channel: z.string().optional(),
  account: z.string().optional(),
  campaign: z.object({ name: z.string(), id: z.string().optional() }),
  state: z
    .enum(COMPARED_STATES)
    .describe('missing: not on the platform. out: the plan left it out. unknown: could not be read'),
  changed: z
    .array(z.object({ field: z.string(), sheet: z.unknown(), now: z.unknown() }))
    .describe('What is not as the sheet has it'),
  start: z.string().optional(),
  end: z.string().optional(),
  planned: Money.nullable().describe('For the whole run; null: no end, or no budget'),
  expected: Money.nullable().describe('By the end of spent_until, if every day spent the same'),
  spent: Money.nullable().describe('From its start; null: not known, which is not 0'),
  spent_until: z.string().nullable().describe('The last day that is counted'),
  words: z.string(),
});
export type ComparedRow = z.infer<typeof ComparedRow>;

export const PlanComparison = z.object({
  sheet: z.object({ spreadsheet_id: z.string(), range: z.string(), name: z.string() }),
  rows: z.array(ComparedRow),
  more_rows: z.int().describe('Campaigns that are not listed here; a higher limit lists them'),
  counts: z.partialRecord(z.enum([...COMPARED_STATES, 'changed']), z.int()).describe('Of all campaigns of the plan'),
  unplanned: z
    .array(
      z.object({
        channel: z.string(),
        account: z.string(),
        campaign: z.object({ id: z.string(), name: z.string() }),
        status: z.enum(['on', 'paused', 'ended', 'other']),
        spent: Money.nullable().describe('In the days of the plan'),
      }),
    )
    .describe('Run or spent in these accounts in the days of the plan, and no row plans them'),
  more_unplanned: z.int(),
  totals: z
    .array(
      z.object({
        currency: z.string(),
        campaigns: z.int(),
        planned: Money.nullable(),
        expected: Money.nullable(),
        spent: Money.nullable(),
        unknown: z.int().describe('Campaigns whose spend is in no sum, because it is not known'),
        unplanned_spent: Money.nullable(),
      }),
    )
    .describe('One a currency, of all campaigns'),
  ...missingOutput,
  notes: z.array(z.string()),
});
export type PlanComparison = z.infer<typeof PlanComparison>;

/** A plan, or the cells of a sheet as they are now. */
export interface ComparisonRequest {
  plan_id?: string | undefined;
  spreadsheet_id?: string | undefined;
  range?: string | undefined;
  limit: number;
}
