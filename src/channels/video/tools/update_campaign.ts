import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { moneyOf } from '../money.ts';
import { Campaign, campaignOf, existingCampaign, findCampaign, pathFor } from '../resources/campaign.ts';
import { campaignBudget } from '../resources/campaign-budget.ts';
import { IRREVERSIBLE_STATUS, plainText, Status, statusAlone } from '../resources/fields.ts';
import type { Campaign as Wire } from '../wire.ts';

export default defineTool(channel, {
  name: 'update_campaign',
  title: 'Update a campaign',
  description:
    'Rename or re-budget a campaign, or switch it (ENABLE, DISABLE, DELETE). Status DELETE cannot be undone. What is not named stays.',
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
    const amount = budget === undefined ? undefined : await campaignBudget(client, account, held, budget);
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
