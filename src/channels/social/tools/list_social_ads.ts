import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Ad, adOf } from '../resources/ad.ts';
import { AD_STATUSES, listObjects, narrowing } from '../resources/list-filters.ts';
import { ADS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_social_ads',
  title: 'List ads',
  description: 'Ads of an account, campaign or ad set with status, review state and creative.',
  toolset: 'ads',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({
    ad_ids: Ids.optional().describe('Only these'),
    campaign_id: Id.optional().describe('Only of this campaign'),
    ad_set_id: Id.optional().describe('Only of this ad set'),
    ...narrowing(AD_STATUSES),
    ...listArguments(25),
  }),
  output: z.object({ ads: z.array(Ad), ...nextCursor }),
  async run({ ad_ids, campaign_id, ad_set_id, ...asked }, { client, account, accountNamed }) {
    const where = { account, accountNamed, ids: ad_ids, campaign_id, ad_set_id };
    const { items, ...more } = await listObjects(client, ADS, where, asked);
    return { ads: items.map(adOf), ...more };
  },
});
