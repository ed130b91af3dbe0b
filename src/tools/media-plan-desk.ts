import { z } from 'zod';
import { oneLine } from './fields.ts';
import type { ComparisonRequest, PlanComparison } from './media-plan-comparison.ts';
import type { ExportRequest, MadeExport } from './media-plan-files.ts';
import { PLAN_OBJECTIVES, PROBLEM_KINDS } from './media-planning.ts';
import { Currency, Money } from './money.ts';
import { ShownPlan } from './plan-desk.ts';

/** What a column of a media plan can be. */
const COLUMN_MEANINGS = [
  'channel',
  'account',
  'campaign',
  'container',
  'objective',
  'type',
  'group',
  'ad',
  'start',
  'end',
  // Both days in one cell.
  'flight',
  'month',
  // Other days than a month: a week, a quarter.
  'period',
  'budget_total',
  'budget_daily',
  // Whether the budget is a day's or the whole one.
  'budget_type',
  'currency',
  'country',
  'language',
  'age',
  'gender',
  'audience',
  'keywords',
  'bid',
  'headline',
  'text',
  'landing_page',
  'creative',
  'media',
  'button',
  'note',
  'ignore',
] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

export const SheetRange = {
  spreadsheet_id: oneLine(2000).describe('From list_spreadsheets, or its address'),
  range: oneLine(1000).describe('Tab or cells with the heads, such as Plan or Plan!A4:G20'),
};

export const GivenMapping = z
  .record(z.string().regex(/^[A-Z]{1,3}$/, 'must be the letters of a column, such as F'), z.enum(COLUMN_MEANINGS))
  .describe('Column letter → what it is; corrects what was found, and is remembered for this sheet');

/** Of a channel or of one of its fields. A check, because a length would stand in the schema that every model reads. */
const FieldName = z.string().refine((name) => name.length <= 100, 'must have at most 100 characters');

/** What the campaigns of a workspace have in common, unless a row says otherwise. */
export const PlanDefaults = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        channel: oneLine(50).describe('Such as social'),
        account: oneLine(80).describe('Its id, from list_accounts'),
      }),
    )
    .max(200)
    .optional()
    .describe('The account of rows that name none; one a channel and currency'),
  currency: Currency.optional().describe('Where the sheet names none'),
  objective: z.enum(PLAN_OBJECTIVES).optional().describe('Where a row has none'),
  landing_page: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe('Of ads that name none'),
  tracking_parameters: z
    .string()
    .max(1000)
    .optional()
    .describe('Added to landing pages, such as utm_source={channel}&utm_campaign={campaign}'),
  naming_pattern: z
    .string()
    .max(200)
    .optional()
    .describe('Names of campaigns, of {campaign}, {channel}, {objective}, {country}, {start}, {month}, {year}'),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(250)
    .optional()
    .describe('ISO 3166-1, two letters'),
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .max(50)
    .optional()
    .describe('ISO 639-1'),
  channels: z
    .record(FieldName, z.record(FieldName, z.unknown()))
    .optional()
    .describe('By channel, such as {"social":{"page_id":"…"}}; a wrong name is answered with those there are'),
});
export type PlanDefaults = z.output<typeof PlanDefaults>;

export const SheetProblem = z.object({
  cell: z.string().describe('Such as Plan!F7'),
  level: z.enum(['stop', 'look']).describe('stop: its row stays out. look: it goes in'),
  kind: z.enum(PROBLEM_KINDS).describe('What mends it. exists: new_rows. unchecked: call again. moved: edited since'),
  message: z.string(),
  allowed: z.string().optional(),
  repair: z.string().optional().describe('The one value that would be right'),
});
export type SheetProblem = z.infer<typeof SheetProblem>;

export const MappedColumn = z.object({
  column: z.string(),
  head: z.string(),
  meaning: z.enum(COLUMN_MEANINGS).nullable().describe('null: not known, not used'),
  found: z.enum(['head', 'values', 'remembered', 'given', 'not_found']),
  written: z.string().optional().describe('How its values were read, such as: numbers 1.234,56'),
});
export type MappedColumn = z.infer<typeof MappedColumn>;

/** What becomes of a campaign of the sheet. */
const ROW_FATES = ['make', 'change', 'same', 'out'] as const;

export const PlannedRow = z.object({
  rows: z.array(z.int()).describe('Row numbers in the sheet'),
  fate: z.enum(ROW_FATES).describe('out: see problems. same: exists as the sheet wants it'),
  channel: z.string().optional(),
  account: z.string().optional(),
  campaign: z.looseObject({ name: z.string(), id: z.string().optional() }),
  budget: Money.extend({ per: z.enum(['day', 'total']) }).optional(),
  start: z.string().optional(),
  end: z.string().optional(),
  groups: z.array(z.object({ name: z.string(), ads: z.int() })),
  difference: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).optional(),
  platform_checked: z.boolean(),
});
export type PlannedRow = z.infer<typeof PlannedRow>;

export const SkippedRow = z.object({
  row: z.int(),
  kind: z.enum(['blank', 'sum', 'section', 'note', 'heads', 'outside']),
  text: z.string().optional(),
});
export type SkippedRow = z.infer<typeof SkippedRow>;

export const PlanSum = z.object({
  currency: z.string(),
  channel: z.string().optional().describe('Left out: all channels'),
  month: z.string().optional().describe('Left out: all months'),
  planned: Money.describe('Of the rows that go in'),
  rows: z.int(),
  in_sheet: Money.optional().describe("The sheet's own sum"),
  why: z.string().optional().describe('Why both differ'),
});
export type PlanSum = z.infer<typeof PlanSum>;

export const SheetPlan = z.object({
  sheet: z.object({ spreadsheet_id: z.string(), range: z.string(), name: z.string() }),
  mapping: z.array(MappedColumn),
  rows: z.array(PlannedRow),
  more_rows: z.int().describe('Campaigns that are planned and not listed here; a higher limit lists them'),
  skipped: z.array(SkippedRow),
  problems: z.array(SheetProblem),
  sums: z.array(PlanSum),
  running: z
    .array(z.object({ currency: z.string(), adds_a_day: Money, headroom: Money.optional(), words: z.string() }))
    .describe('What running all of it would add; paused it costs nothing'),
  taken_out: z
    .array(
      z.object({
        channel: z.string(),
        account: z.string(),
        campaign_id: z.string(),
        name: z.string(),
        words: z.string(),
      }),
    )
    .describe('Made from this sheet before and no longer in it: nothing is done to them'),
  plan: ShownPlan.optional().describe('Left out: nothing is to be made or changed'),
  notes: z.array(z.string()),
});
export type SheetPlan = z.infer<typeof SheetPlan>;

export interface SheetPlanRequest {
  spreadsheet_id: string;
  range: string;
  mapping?: Record<string, ColumnMeaning> | undefined;
  defaults?: PlanDefaults | undefined;
  /** What a cell counts as instead of what stands in it, by address: a repair changes our reading, never the file. */
  repairs?: Record<string, string> | undefined;
  /** Rows whose campaign is made new although one of that name exists. */
  new_rows?: number[] | undefined;
  limit: number;
  reason?: string | undefined;
}

/** The media plans of the call's workspace. */
export interface MediaPlanDesk {
  /** Reads and checks a sheet; keeps the mapping and defaults that were given, and the plan. */
  fromSheet(request: SheetPlanRequest): Promise<SheetPlan>;
  /** What runs as a file in the shape of a plan sheet; with `plan_id`, the sheet of that plan with a column of notes. */
  export(request: ExportRequest): Promise<MadeExport>;
  /** A plan or a sheet beside what runs, with what was spent of it. */
  compare(request: ComparisonRequest): Promise<PlanComparison>;
}
