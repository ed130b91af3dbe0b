import { CAMPAIGNS_ONLY, type Stopping } from '../../../tools/stopping.ts';
import type { SearchClient } from '../client.ts';
import { CAMPAIGN_FIELDS, shownCampaign } from './campaign.ts';
import { among, equal, Literal, unequal } from './wire/gaql.ts';

export const stopping: Stopping<SearchClient> = {
  levels: CAMPAIGNS_ONLY,
  atOnce: 500,
  off: 'PAUSED',
  async live(client, account) {
    const rows = await client.rows(account, {
      select: ['campaign.id', 'campaign.name', 'campaign.status'],
      from: 'campaign',
      // One that has ended spends nothing, and the platform refuses to pause it.
      where: [
        equal('campaign.status', Literal.word('ENABLED')),
        unequal('campaign.serving_status', Literal.word('ENDED')),
      ],
    });
    return rows.map(shownCampaign).map(({ id, name, status }) => ({ level: 'campaign', id, name, status }));
  },
  /** A budget may be shared by several campaigns. */
  async budgets(client, account, live) {
    const byId = new Map(live.map((one) => [one.id, one]));
    const rows = await client.rows(account, {
      select: CAMPAIGN_FIELDS,
      from: 'campaign',
      where: [among('campaign.id', [...byId.keys()].map(Literal.digits))],
    });
    return rows.flatMap((row) => {
      const { id: campaign, budget: amount, budget_id: id } = shownCampaign(row);
      const object = byId.get(campaign);
      const period = row.campaignBudget?.amountMicros === undefined ? 'LIFETIME' : 'DAILY';
      return object && amount && id !== undefined ? [{ id, object, amount, period }] : [];
    });
  },
};
