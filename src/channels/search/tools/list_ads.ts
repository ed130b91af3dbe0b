import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { AD_FIELDS, AdOutput, shownAd } from '../resources/ad.ts';
import { IdFilter, listRows, ofIds, ofStatus, StatusFilter } from '../resources/listing.ts';

export default defineTool(channel, {
  name: 'list_ads',
  title: 'List ads',
  description: 'Ads with their texts, strength and review state.',
  toolset: 'ads',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: Id.optional().describe('Only of this campaign'),
    ad_group_id: Id.optional().describe('Only of this ad group'),
    ad_ids: IdFilter,
    status: StatusFilter,
    ...listArguments(50),
  }),
  output: z.object({ ads: z.array(AdOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: AD_FIELDS,
      from: 'ad_group_ad',
      where: [
        ofStatus('ad_group_ad.status', args.status),
        ...ofIds({
          'campaign.id': args.campaign_id,
          'ad_group.id': args.ad_group_id,
          'ad_group_ad.ad.id': args.ad_ids,
        }),
      ],
      orderBy: [{ field: 'ad_group.id' }, { field: 'ad_group_ad.ad.id' }],
    });
    return { ads: items.map(shownAd), next_cursor };
  },
});
