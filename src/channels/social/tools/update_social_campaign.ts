import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Amount } from '../../../tools/money.ts';
import { reportWrite, writeReport } from '../../../tools/write-report.ts';
import { afterWrite } from '../after-write.ts';
import { holdsBudget, platformAmounts, refuseCampaignBudget, shownAmounts } from '../budgets.ts';
import { SpecialAdCategories } from '../campaign-fields.ts';
import { channel } from '../channel.ts';
import { BidStrategy, Id, Status } from '../fields.ts';
import { asListed } from '../resources/as-listed.ts';
import { campaignOf } from '../resources/campaign.ts';
import { atLeastOne, notBoth } from '../rules.ts';
import { AD_SET_BUDGETS, CAMPAIGNS } from '../wire.ts';

const changes = {
  name: z.string().min(1).max(400).optional(),
  status: Status.optional(),
  daily_budget: Amount.optional(),
  lifetime_budget: Amount.optional(),
  spend_cap: Amount.optional(),
  bid_strategy: BidStrategy.optional(),
  special_ad_categories: SpecialAdCategories.optional(),
};

/** The platform allows this many ad sets in a campaign. */
const AD_SETS_MAX = 200;

export default defineTool(channel, {
  name: 'update_social_campaign',
  title: 'Update a campaign',
  description: 'Start (ACTIVE), stop (PAUSED), rename or re-budget a campaign.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  account: false,
  input: z.strictObject({ campaign_id: Id, ...changes }),
  output: z.object({ campaign: asListed('list_social_campaigns'), ...writeReport }),
  rules: (args) => [...atLeastOne(args, Object.keys(changes)), ...notBoth(args, 'daily_budget', 'lifetime_budget')],
  async run({ campaign_id, ...wanted }, { client }) {
    const held = await client.node(CAMPAIGNS, campaign_id);
    const account = held.account_id;
    const currency = await client.currency(account);
    if (holdsBudget(wanted) && !holdsBudget(held)) {
      refuseCampaignBudget(
        wanted,
        (await client.list(AD_SET_BUDGETS, campaign_id, { limit: AD_SETS_MAX, account })).items,
      );
    }
    await client.update(campaign_id, { ...wanted, ...platformAmounts(wanted, currency) }, account);
    const look = `Read it with list_social_campaigns and campaign_ids ["${campaign_id}"].`;
    const campaign = await afterWrite('The campaign was changed', look, async () =>
      campaignOf(await client.node(CAMPAIGNS, campaign_id, account), currency),
    );
    const asked = { ...wanted, ...shownAmounts(wanted, currency) };
    return { campaign, ...reportWrite(campaignOf(held, currency), campaign, asked) };
  },
});
