import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { inOrder } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { inOwnCurrency } from '../money.ts';
import { AdSet, adSetOf } from '../resources/ad-set.ts';
import { AD_SET_STATUSES, ending, listObjects, narrowing } from '../resources/list-filters.ts';
import { AD_SETS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_ad_sets',
  title: 'List ad sets',
  description: 'Ad sets of an account or campaign with budget, bid, schedule and targeting.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({
    ad_set_ids: Ids.optional().describe('Only these'),
    campaign_id: Id.optional().describe('Only of this campaign'),
    ...narrowing(AD_SET_STATUSES),
    ...ending,
    ...listArguments(25),
  }),
  rules: (args) => inOrder(args, 'ends_from', 'ends_to'),
  output: z.object({ ad_sets: z.array(AdSet), ...nextCursor }),
  async run({ ad_set_ids, campaign_id, ...asked }, { client, account, accountNamed }) {
    const where = { account, accountNamed, ids: ad_set_ids, campaign_id };
    const { items, ...more } = await listObjects(client, AD_SETS, where, asked);
    return { ad_sets: await inOwnCurrency(client, items, adSetOf), ...more };
  },
});
