import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { PlanComparison } from '../../../tools/media-plan-comparison.ts';
import { SheetRange } from '../../../tools/media-plan-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'compare_to_plan',
  title: 'A media plan beside what runs',
  description:
    'Per campaign of a plan or sheet: live, paused, ended or missing, what is not as the sheet has it (field by field), spent against planned and expected by now; and campaigns that no row plans. Closed days only, currencies never added, what is not known is null.',
  toolset: 'media_plans',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    plan_id: oneLine(80).optional().describe('The plan as it was read; or else spreadsheet_id and range'),
    spreadsheet_id: SheetRange.spreadsheet_id.optional(),
    range: SheetRange.range.optional(),
    limit: z.int().min(1).max(1000).default(200).describe('Campaigns listed at most; totals are of all'),
  }),
  output: PlanComparison,
  rules: ({ plan_id, spreadsheet_id, range }): Problem[] => {
    const ofSheet = { spreadsheet_id, range };
    const wrong = Object.entries(ofSheet).filter(([, value]) => (value === undefined) === (plan_id === undefined));
    const message = plan_id === undefined ? 'is required where there is no plan_id' : 'cannot be given with plan_id';
    return wrong.map(([field]) => ({ field, message }));
  },
  run: (request, { mediaPlans }) => mediaPlans.compare(request),
});
