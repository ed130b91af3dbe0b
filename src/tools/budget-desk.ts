import { z } from 'zod';
import { oneLine } from './fields.ts';
import { AmountOrZero, Currency, Money } from './money.ts';

export const PLAN_ROWS_MAX = 500;

export const PlanMonth = z
  .string()
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
  .describe('YYYY-MM');

/** What may be spent in a month, and by what. */
export const PlanRow = z.strictObject({
  name: oneLine(100).describe('Client, or what the row is for; once a month, place and currency'),
  amount: AmountOrZero.describe(
    'For the whole month, in major units of currency (USD 12.50 is 12.50); 0: nothing may be spent',
  ),
  currency: Currency.describe('ISO 4217'),
  channel: z.string().max(50).optional().describe('Every channel when left out'),
  accounts: z.array(oneLine(80)).min(1).max(200).optional().describe('Ids, with channel; all of it when left out'),
  campaigns: z.array(oneLine(80)).min(1).max(200).optional().describe('Ids, with channel; all when left out'),
});
export type PlanRow = z.output<typeof PlanRow>;

/** A range of a spreadsheet, which is read for every answer. */
export const PlanSheet = z.strictObject({
  spreadsheet_id: oneLine(200).describe('From list_spreadsheets'),
  range: oneLine(200).describe(
    'With its head row: client, currency, amount, and channel, accounts, campaigns where wanted',
  ),
});
export type PlanSheet = z.output<typeof PlanSheet>;

const PACE = ['on_pace', 'over', 'under', 'no_verdict'] as const;

/** One row of a plan, and where it will end. */
export const PacingRow = z.object({
  key: z.string().describe('The same for the same row in every answer'),
  name: z.string(),
  month: z.string(),
  channel: z.string().optional(),
  accounts: z.array(z.string()).optional(),
  campaigns: z.array(z.string()).optional(),
  cell: z.string().optional().describe('Where the amount stands in the spreadsheet'),
  plan: Money,
  spent: Money.nullable().describe('On closed days of the month'),
  spent_until: z.string().nullable().describe('The last day that is counted in every account'),
  due: Money.nullable().describe('By the end of the same days, if every day spent the same'),
  projected: Money.nullable().describe('At the end of the month, at the pace so far'),
  difference: Money.nullable().describe('Projected minus plan'),
  percent: z.number().nullable().describe('Projected over (+) or under (-) plan'),
  verdict: z.enum(PACE),
  why: z.string().describe('One sentence'),
});
export type PacingRow = z.infer<typeof PacingRow>;

export const Pacing = z.object({
  month: z.string(),
  from_sheet: PlanSheet.optional(),
  rows: z.array(PacingRow),
  totals: z
    .array(
      z.object({
        currency: z.string(),
        rows: z.int(),
        plan: Money,
        spent: Money.nullable().describe('null: of some row it is not known'),
        due: Money.nullable(),
        projected: Money.nullable(),
      }),
    )
    .describe('A currency each, never added'),
  notes: z.array(z.string()),
});
export type Pacing = z.infer<typeof Pacing>;

export const ShownPlan = z.object({
  month: z.string(),
  rows: z.array(
    PlanRow.extend({ amount: z.string(), cell: z.string().optional().describe('Where the amount stands') }),
  ),
  from_sheet: PlanSheet.optional(),
  removed: z.literal(true).optional().describe('The month has no plan any more'),
  replaced_rows: z.int().describe('Rows of the plan that was there before'),
  notes: z.array(z.string()),
});
export type ShownPlan = z.infer<typeof ShownPlan>;

/** What a month may cost, and where it will end. */
export interface BudgetDesk {
  /** Replaces the plan of a month; `remove` leaves it without one. */
  set(plan: { month: string; rows?: PlanRow[]; sheet?: PlanSheet; remove?: true }): Promise<ShownPlan>;
  /** The current month when left out, by the calendar of the accounts. */
  pacing(month?: string): Promise<Pacing>;
}
