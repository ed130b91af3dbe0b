import { z } from 'zod';
import { PLAN_ROWS_MAX, PlanMonth, PlanRow, PlanSheet, ShownPlan } from '../../../tools/budget-desk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'set_budget_plan',
  title: 'Set what a month may cost',
  description:
    'Keeps the budget plan of a month, by client, channel, accounts or campaigns, each row in one currency; or names a range of a spreadsheet, which is read anew for every answer. Replaces the plan of that month as a whole. Changes no budget on a platform; get_pacing and overspend monitors judge by it.',
  toolset: 'pacing',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    month: PlanMonth,
    rows: z.array(PlanRow).min(1).max(PLAN_ROWS_MAX).optional().describe('All rows of the month'),
    sheet: PlanSheet.optional().describe('Instead of rows'),
    remove: z.literal(true).optional().describe('Instead of rows: the month has no plan any more'),
  }),
  output: z.object({ plan: ShownPlan }),
  rules: (args) => exactlyOne(args, ['rows', 'sheet', 'remove']),
  look: ({ month }) => ({ tool: 'get_pacing', arguments: { month } }),
  run: async (plan, { budgets }) => ({ plan: await budgets.set(plan) }),
});
