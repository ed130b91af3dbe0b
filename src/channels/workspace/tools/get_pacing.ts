import { z } from 'zod';
import { Pacing, PlanMonth } from '../../../tools/budget-desk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'get_pacing',
  title: 'Will the month end on budget?',
  description:
    'Where the budget plan of a month will end: spent on closed days, due by the same day, projected, over or under, per row and currency. No verdict before day 5, or where a channel is missing, not fresh, or in another currency; today is left out.',
  toolset: 'pacing',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ month: PlanMonth.optional().describe('YYYY-MM; the current one when left out') }),
  output: z.object({ pacing: Pacing }),
  run: async ({ month }, { budgets }) => ({ pacing: await budgets.pacing(month) }),
});
