import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { microsOf } from '../money.ts';
import { adGroupRow, shownAdGroup } from '../resources/ad-group.ts';
import { unusedBids } from '../resources/bidding.ts';
import { existingCampaign } from '../resources/campaign.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_ad_group',
  title: 'Create an ad group',
  description: 'Creates an ad group in a search campaign. It is paused; enable it with update_ad_group.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    campaign_id: Id.describe('Campaign it belongs to'),
    name: oneLine().describe('Name of the ad group'),
    cpc_bid: amount('Most for a click; needed in campaigns with manual bids').optional(),
    target_cpa: amount('Wanted cost of a conversion').optional(),
  }),
  output: z.object({
    ad_group: asListed('list_ad_groups'),
    notes: z.array(z.string()).optional(),
    ...servingOutput,
  }),
  look: ({ campaign_id, name }) => ({ tool: 'list_ad_groups', arguments: { campaign_id, name_contains: name } }),
  async run({ campaign_id, name, cpc_bid, target_cpa }, { client, account }) {
    const above = await existingCampaign(client, account, campaign_id);
    const { campaign, customer } = above;
    const type = campaign?.advertisingChannelType;
    if (type !== 'SEARCH') throw wrongCampaign(campaign_id, type);
    if (campaign?.biddingStrategyType === 'MANUAL_CPC' && cpc_bid === undefined) throw bidNeeded();
    const currency = customer?.currencyCode;
    const [created = ''] = await client.mutate(account, [
      creating('adGroup', {
        campaign: campaign?.resourceName,
        name,
        status: 'PAUSED',
        type: 'SEARCH_STANDARD',
        ...(cpc_bid !== undefined && { cpcBidMicros: microsOf('cpc_bid', cpc_bid, currency) }),
        ...(target_cpa !== undefined && { targetCpaMicros: microsOf('target_cpa', target_cpa, currency) }),
      }),
    ]);
    const id = idOf(created);
    const row = await readBack(`The ad group ${id} was created`, () => adGroupRow(client, account, id));
    return {
      ad_group: shownAdGroup(row),
      ...unusedBids([above], cpc_bid),
      ...(await servingReport(client, account, campaign_id)),
    };
  },
});

/** Without a bid the platform takes the least amount, which never wins an auction. */
function bidNeeded(): Failure {
  return invalidArguments([
    { field: 'cpc_bid', message: 'is required: the campaign bids by hand (MANUAL_CPC), and no bid is assumed' },
  ]);
}

function wrongCampaign(id: string, type: string | undefined): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `Campaign ${id} is a ${type} campaign; this tool makes ad groups of SEARCH campaigns.`,
    problems: [{ field: 'campaign_id', message: 'must be a SEARCH campaign' }],
    nextStep:
      type === 'PERFORMANCE_MAX' ? 'Use create_asset_group instead.' : 'Choose a SEARCH campaign with list_campaigns.',
  });
}
