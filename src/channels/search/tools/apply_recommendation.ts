import { z } from 'zod';
import { bulkOutput } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { amount } from '../../../tools/money.ts';
import { reportWrite } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { microsOf } from '../money.ts';
import { currencyOf } from '../resources/account.ts';
import { CAMPAIGN_FIELDS, type ShownCampaign, shownCampaign } from '../resources/campaign.ts';
import { actOn, RecommendationIds, stateOf } from '../resources/recommendation.ts';
import { among, Literal } from '../resources/wire/gaql.ts';
import { idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'apply_recommendation',
  title: 'Apply recommendations',
  description:
    'Does what the platform recommends, each with its own result: budgets, bids and keywords change at once and may cost more. Look at its details and impact first; undo it by changing the campaign back.',
  toolset: 'recommendations',
  access: 'write',
  repeat: 'never',
  mayRaise: true,
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
    const offered = await stateOf(client, account, recommendation_ids);
    const campaigns = [...new Set([...offered.values()].flatMap((one) => one?.campaign ?? []))].map(idOf);
    const before = await campaignsNow(client, account, campaigns);
    const { results, ...counts } = await actOn(client, account, {
      verb: 'apply',
      ids: recommendation_ids,
      fieldsOf: () => (micros ? { campaignBudget: { newBudgetAmountMicros: micros } } : {}),
    });
    // A failed read-back does not undo what was applied.
    const after = await campaignsNow(client, account, campaigns).catch(() => before);
    const effectOf = (id: string) => reportWrite(before.get(id) ?? {}, after.get(id) ?? {}, WATCHED).applied;
    return {
      ...counts,
      results: results.map((result: (typeof results)[number] & { campaign_id?: string }) =>
        result.outcome === 'changed' && result.campaign_id
          ? { ...result, campaign_changed: effectOf(result.campaign_id) }
          : result,
      ),
    };
  },
});

/** Fields of a campaign that a recommendation may change, so that the report shows them before and after. */
const WATCHED = { budget: '', bidding_strategy: '', target_cpa: '', target_roas: '' };

async function campaignsNow(client: SearchClient, account: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ShownCampaign>();
  const where = [among('campaign.id', ids.map(Literal.digits))];
  const rows = await client.rows(account, { select: CAMPAIGN_FIELDS, from: 'campaign', where });
  return new Map(rows.map((row) => [row.campaign?.id ?? '', shownCampaign(row)]));
}
