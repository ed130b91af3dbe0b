import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Ids } from '../../../tools/fields.ts';
import { listArguments, listedByName, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Ad, listAds } from '../resources/ad.ts';
import { filterOf, narrowing } from '../resources/fields.ts';
import { withRejections } from '../resources/review.ts';

export default defineTool(channel, {
  name: 'list_ads',
  title: 'List ads',
  description:
    'Ads of an advertiser, newest first, Smart+ ads after the others: status, review, identity, video, texts, landing page.',
  toolset: 'ads',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: Id.optional().describe('Only of this campaign'),
    ad_group_id: Id.optional().describe('Only of this ad group'),
    ad_ids: Ids.optional().describe('Only these, deleted ones too'),
    ...narrowing,
    ...listArguments(25),
  }),
  output: z.object({ ads: z.array(Ad), ...nextCursor }),
  async run({ campaign_id, ad_group_id, ad_ids, limit, cursor, ...narrowed }, { client, account }) {
    const parents = {
      ...(campaign_id && { campaign_ids: [campaign_id] }),
      ...(ad_group_id && { adgroup_ids: [ad_group_id] }),
    };
    const { items, ...more } = await listedByName({
      limit,
      cursor,
      name: narrowed.name_contains,
      scope: [account, narrowed.status, ad_ids, parents],
      list: (name, page) => {
        const filtering = { ...filterOf({ ...narrowed, name_contains: name }, 'ad_name', { ad_ids }), ...parents };
        return listAds(client, account, { ...page, filtering });
      },
      nameOf: ({ name }) => name,
    });
    return { ads: await withRejections(client, account, items), ...more };
  },
});
