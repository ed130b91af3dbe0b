import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { GivenMapping, PlanDefaults, SheetPlan, SheetRange } from '../../../tools/media-plan-desk.ts';
import { channel } from '../channel.ts';

const ROWS_SHOWN = 200;
const ROWS_MAX = 1_000;
const REPAIRS_MAX = 1_000;

export default defineTool(channel, {
  name: 'plan_from_sheet',
  title: 'Plan campaigns from a spreadsheet',
  description:
    'Reads a media plan and checks every row by its platform; nothing is made. Answers campaigns, problems by cell, sums, and one plan that apply_plan makes, all paused. What exists is changed, not made again; the same sheet again plans only the difference. Mapping and defaults that are given are remembered.',
  toolset: 'media_plans',
  access: 'write',
  repeat: 'safe',
  recordsItself: true,
  input: z.strictObject({
    ...SheetRange,
    mapping: GivenMapping.optional(),
    defaults: PlanDefaults.optional().describe('What rows have in common; kept for the workspace'),
    repairs: z
      .record(z.string().max(200), z.string().max(2_000))
      .refine((repairs) => Object.keys(repairs).length <= REPAIRS_MAX, `must be at most ${REPAIRS_MAX} cells`)
      .optional()
      .describe('Cell → what it counts as instead, such as {"Plan!F15":"260.00"}; the file stays as it is'),
    new_rows: z
      .array(z.int().positive())
      .max(5_000)
      .optional()
      .describe('Rows made new although a campaign of that name exists'),
    limit: z.int().min(1).max(ROWS_MAX).default(ROWS_SHOWN).describe('Campaigns listed at most; all are planned'),
    reason: z.string().max(500).optional().describe('Shown to who approves it'),
  }),
  output: SheetPlan,
  look: () => ({ tool: 'list_plans', arguments: {} }),
  run: (request, { mediaPlans }) => mediaPlans.fromSheet(request),
});
