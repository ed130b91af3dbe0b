import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { moneyOf } from '../money.ts';
import { spentOf } from '../report/spend.ts';
import { checkedBudget, isLifetime, refuseBelowSpent } from '../resources/budget.ts';
import { Campaign, campaignOf, existingCampaign, findCampaign, pathFor } from '../resources/campaign.ts';
import { IRREVERSIBLE_STATUS, plainText, Status, statusAlone } from '../resources/fields.ts';
import type { Campaign as Wire } from '../wire.ts';

export default defineTool(channel, {
  name: 'update_campaign',
  title: 'Update a campaign',
  description:
    'Rename or re-budget a campaign, or switch it (ENABLE, DISABLE, DELETE). Enabling it lets it spend; status DELETE cannot be undone. What is not named stays as it is.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  input: z.strictObject({
    campaign_id: Id.describe('Campaign to change'),
    campaign_name: plainText(512).optional().describe('New name'),
    budget: amount('Per day, or for its whole run with BUDGET_MODE_TOTAL').optional(),
    status: Status.optional(),
  }),
  output: z.object({ campaign: Campaign, ...writeReport, ...servingOutputIfOn }),
  rules: (args) => [
    ...atLeastOne(args, ['campaign_name', 'budget', 'status']),
    ...statusAlone(args, ['campaign_name', 'budget']),
  ],
  look: ({ campaign_id }) => ({ tool: 'list_campaigns', arguments: { campaign_ids: [campaign_id] } }),
  async run({ campaign_id, campaign_name, budget, status }, { client, account }) {
    const [held, currency] = await Promise.all([
      existingCampaign(client, account, campaign_id),
      client.currency(account),
    ]);
    const amount = budget === undefined ? undefined : await newBudget(client, account, held, budget, currency);
    const { after, report } = await changeAndReadBack({
      done: `The campaign ${campaign_id} was changed`,
      before: asArguments(held, currency),
      wanted: { campaign_name, status, budget: amount === undefined ? undefined : moneyOf(amount, currency) },
      send: () =>
        status === undefined
          ? client.change(
              pathFor(held, 'campaign/update'),
              { campaign_id, campaign_name, budget: amount },
              z.unknown(),
              account,
            )
          : client.change(
              pathFor(held, 'campaign/status/update'),
              { campaign_ids: [campaign_id], operation_status: status },
              z.unknown(),
              account,
            ),
      read: async () => {
        const found = await findCampaign(client, account, campaign_id);
        return found && asArguments(found, currency);
      },
    });
    return {
      campaign: after.campaign,
      ...report,
      ...(await servingReportIfOn(status, client, account, 'campaign', campaign_id)),
    };
  },
});

/** The campaign under the names of the arguments. */
function asArguments(wire: Wire, currency: string) {
  const campaign = campaignOf(wire, currency);
  return { campaign, campaign_name: campaign.name, budget: campaign.budget, status: campaign.status };
}

/** Refuses budgets that the platform would refuse, or accept without effect. */
async function newBudget(
  client: VideoClient,
  account: string,
  held: Wire,
  amount: string,
  currency: string,
): Promise<number> {
  if (held.budget_mode === 'BUDGET_MODE_INFINITE') {
    const message =
      'cannot be set: this campaign has no budget of its own (BUDGET_MODE_INFINITE), and that never changes';
    throw invalidArguments([{ field: 'budget', message }], 'Change the budgets of its ad groups with update_ad_group.');
  }
  const floor = held.campaign_product_source === 'STORE' ? 10 : 50;
  const budget = checkedBudget({ amount, currency, floor });
  const when = isLifetime(held.budget_mode) ? 'ever' : 'today';
  refuseBelowSpent(budget, await spentOf(client, account, { campaign_id: held.campaign_id }, when), currency);
  return budget;
}
