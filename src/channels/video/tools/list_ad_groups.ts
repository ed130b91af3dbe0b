import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { AdGroup, adGroupOf } from '../resources/ad-group.ts';
import { filterOf, narrowing } from '../resources/fields.ts';
import { namesFor } from '../resources/id-names.ts';
import { AD_GROUPS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_ad_groups',
  title: 'List ad groups',
  description: 'Ad groups of an advertiser, newest first: status, budget, bid, schedule, placements, targeting.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: Id.optional().describe('Only of this campaign'),
    ad_group_ids: Ids.optional().describe('Only these, deleted ones too'),
    ...narrowing,
    ...listArguments(25),
  }),
  output: z.object({
    ad_groups: z.array(AdGroup),
    names: z.record(z.string(), z.string()).describe('Of places, audiences and pixels, by id'),
    ...nextCursor,
  }),
  async run({ campaign_id, ad_group_ids, limit, cursor, ...narrowed }, { client, account }) {
    const parents = campaign_id && { campaign_ids: [campaign_id] };
    const filtering = { ...filterOf(narrowed, 'adgroup_name', { adgroup_ids: ad_group_ids }), ...parents };
    const [currency, { items, ...more }] = await Promise.all([
      client.currency(account),
      client.list(AD_GROUPS, account, { limit, cursor, filtering }),
    ]);
    const names = await namesFor(client, account, items);
    return { ad_groups: items.map((one) => adGroupOf(one, currency)), names, ...more };
  },
});
