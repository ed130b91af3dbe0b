import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'apply_plan',
  title: 'Make a planned change',
  description:
    'Makes a previewed change, once: exactly the request that was shown, and only if nothing it touches has moved since. Answers as the planned call would. A plan from a sheet is made in the background: follow it with get_plan; called again, what failed is tried again.',
  toolset: 'plans',
  access: 'write',
  repeat: 'never',
  recordsItself: true,
  lessens: ({ plan_id }, { plans }) => plans.lessens(plan_id),
  input: z.strictObject({ plan_id: z.string().describe('From a preview or list_plans') }),
  output: z.looseObject({
    applied: writeReport.applied.optional(),
    not_applied: writeReport.not_applied.optional(),
  }),
  look: ({ plan_id }) => ({ tool: 'get_plan', arguments: { plan_id } }),
  run: ({ plan_id }, { plans }) => plans.apply(plan_id),
});
