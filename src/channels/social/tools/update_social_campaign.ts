import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Country, Id, text } from '../../../tools/fields.ts';
import { amount, amountOr } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne, needs, notBoth } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { minorUnits } from '../money.ts';
import {
  holdsBudget,
  NO_CAP,
  platformAmounts,
  refuseBelowSpent,
  refuseCampaignBudget,
  refuseStrategyWithoutBudget,
  shownAmounts,
} from '../resources/budget.ts';
import { campaignOf } from '../resources/campaign.ts';
import { BidStrategy, IRREVERSIBLE_STATUS, SpecialAdCategories, Status } from '../resources/fields.ts';
import { AD_SET_BUDGETS, CAMPAIGNS } from '../wire.ts';

const changes = {
  name: text(400).optional().describe('New name'),
  status: Status.optional(),
  daily_budget: amount('Per day').optional(),
  lifetime_budget: amount('For its whole run').optional(),
  spend_cap: amountOr('none', 'Most it may ever spend').optional(),
  bid_strategy: BidStrategy.meta({ enum: undefined }).optional().describe('As created'),
  bid_amounts: z
    .record(z.string(), amount('Cap').meta({ description: undefined }))
    .optional()
    .describe("Of all ad sets by id, for a new cap, in major units of the account's currency"),
  special_ad_categories: SpecialAdCategories.meta({ items: undefined }).optional().describe('As created'),
  special_ad_category_country: z.array(Country).optional().describe('As created'),
};

/** The platform allows this many ad sets in a campaign. */
const AD_SETS_MAX = 200;

export default defineTool(channel, {
  name: 'update_social_campaign',
  title: 'Update a campaign',
  description:
    'Start (ACTIVE), stop (PAUSED), rename or re-budget a campaign. Status ARCHIVED and DELETED cannot be undone.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({ campaign_id: Id.describe('Campaign to change'), ...changes }),
  output: z.object({ campaign: asListed('list_social_campaigns'), ...writeReport, ...servingOutputIfOn }),
  rules: (args) => [
    ...atLeastOne(args, Object.keys(changes)),
    ...notBoth(args, 'daily_budget', 'lifetime_budget'),
    ...needs(args, 'bid_amounts', 'bid_strategy'),
  ],
  look: ({ campaign_id }) => ({ tool: 'list_social_campaigns', arguments: { campaign_ids: [campaign_id] } }),
  async run({ campaign_id, bid_amounts, ...wanted }, { client }) {
    const held = await client.node(CAMPAIGNS, campaign_id);
    const account = held.account_id;
    const currency = await client.currency(account);
    refuseBelowSpent(wanted, held, currency);
    if (holdsBudget(wanted) && !holdsBudget(held)) {
      refuseCampaignBudget(
        wanted,
        (await client.list(AD_SET_BUDGETS, campaign_id, { limit: AD_SETS_MAX, account })).items,
      );
    }
    refuseStrategyWithoutBudget(wanted, held);
    const uncapped = wanted.spend_cap === 'none';
    const fields = {
      ...wanted,
      ...platformAmounts(wanted, currency),
      ...(uncapped && { spend_cap: NO_CAP }),
      ...(bid_amounts && { adset_bid_amounts: capsOf(bid_amounts, currency) }),
    };
    const { after, report } = await changeAndReadBack({
      done: `The campaign ${campaign_id} was changed`,
      before: campaignOf(held, currency),
      wanted: { ...wanted, ...shownAmounts(wanted, currency), ...(uncapped && { spend_cap: null }) },
      send: () => client.update(CAMPAIGNS, campaign_id, fields, account),
      read: async () => campaignOf(await client.node(CAMPAIGNS, campaign_id, account), currency),
    });
    return { campaign: after, ...report, ...(await servingReportIfOn(wanted.status, client, 'campaign', campaign_id)) };
  },
});

function capsOf(amounts: Readonly<Record<string, string>>, currency: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(amounts).map(([id, amount]) => [id, minorUnits(`bid_amounts.${id}`, amount, currency)]),
  );
}
