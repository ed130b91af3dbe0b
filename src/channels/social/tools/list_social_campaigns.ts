import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { inOwnCurrency } from '../money.ts';
import { Campaign, campaignOf } from '../resources/campaign.ts';
import { CAMPAIGN_STATUSES, listObjects, narrowing } from '../resources/list-filters.ts';
import { CAMPAIGNS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_social_campaigns',
  title: 'List campaigns',
  description: 'Campaigns of an account with objective, status and budget.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({
    campaign_ids: Ids.optional().describe('Only these'),
    ...narrowing(CAMPAIGN_STATUSES),
    ...listArguments(25),
  }),
  // Campaigns end by their ad sets.
  instead: { ends_from: 'list_ad_sets', ends_to: 'list_ad_sets' },
  output: z.object({ campaigns: z.array(Campaign), ...nextCursor }),
  async run({ campaign_ids, ...asked }, { client, account, accountNamed }) {
    const { items, ...more } = await listObjects(
      client,
      CAMPAIGNS,
      { account, accountNamed, ids: campaign_ids },
      asked,
    );
    const campaigns = await inOwnCurrency(client, items, campaignOf);
    return { campaigns, ...more };
  },
});
