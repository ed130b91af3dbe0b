import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Id, Ids } from '../fields.ts';
import { listObjects, narrowing } from '../listed.ts';
import { Ad, adOf } from '../resources/ad.ts';
import { notBoth } from '../rules.ts';
import { ADS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_social_ads',
  title: 'List ads',
  description: 'Ads of an account, campaign or ad set with status, review state and creative.',
  toolset: 'ads',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    ad_ids: Ids.optional(),
    campaign_id: Id.optional(),
    ad_set_id: Id.optional(),
    ...narrowing,
    ...listArguments(25),
  }),
  output: z.object({ ads: z.array(Ad), ...nextCursor }),
  rules: (args) => notBoth(args, 'campaign_id', 'ad_set_id'),
  async run({ ad_ids, campaign_id, ad_set_id, ...asked }, { client, account }) {
    const where = { account, ids: ad_ids, parent: ad_set_id ?? campaign_id };
    const { items, ...more } = await listObjects(client, ADS, where, asked);
    return { ads: items.map(adOf), ...more };
  },
});
