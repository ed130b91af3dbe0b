import { z } from 'zod';
import { bulkOutput } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { amount } from '../../../tools/money.ts';
import { channel } from '../channel.ts';
import { currencyOf } from '../customers.ts';
import { microsOf } from '../money.ts';
import { actOn, RecommendationIds } from '../recommendations.ts';

export default defineTool(channel, {
  name: 'apply_recommendation',
  title: 'Apply recommendations',
  description:
    'Does what the platform recommends, each with its own result: budgets, bids and keywords change at once and may cost more. Look at its details and impact first; undo it by changing the campaign back.',
  toolset: 'recommendations',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    recommendation_ids: RecommendationIds,
    budget: amount('Of CAMPAIGN_BUDGET, instead of the one recommended; for a single one').optional(),
  }),
  output: z.object(bulkOutput),
  rules: ({ recommendation_ids, budget }) =>
    budget !== undefined && recommendation_ids.length > 1
      ? [{ field: 'budget', message: 'can be given for a single recommendation only' }]
      : [],
  look: () => ({ tool: 'list_recommendations', arguments: {} }),
  async run({ recommendation_ids, budget }, { client, account }) {
    const micros = budget && microsOf('budget', budget, await currencyOf(client, account));
    return actOn(client, account, {
      verb: 'apply',
      ids: recommendation_ids,
      fieldsOf: () => (micros ? { campaignBudget: { newBudgetAmountMicros: micros } } : {}),
    });
  },
});
