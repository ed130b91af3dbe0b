import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { AD_GROUP_FIELDS, AdGroupOutput, shownAdGroup } from '../resources/ad-group.ts';
import { IdFilter, listRows, ofIds, ofStatus, ofText, StatusFilter } from '../resources/listing.ts';

export default defineTool(channel, {
  name: 'list_ad_groups',
  title: 'List ad groups',
  description: 'Ad groups with status and bids, of one campaign or of all.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: Id.optional().describe('Only of this campaign'),
    ad_group_ids: IdFilter,
    status: StatusFilter,
    name_contains: oneLine().optional().describe('Part of the name'),
    ...listArguments(100),
  }),
  output: z.object({ ad_groups: z.array(AdGroupOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: AD_GROUP_FIELDS,
      from: 'ad_group',
      where: [
        ofStatus('ad_group.status', args.status),
        ...ofIds({ 'campaign.id': args.campaign_id, 'ad_group.id': args.ad_group_ids }),
        ...ofText('ad_group.name', args.name_contains),
      ],
      orderBy: [{ field: 'ad_group.id' }],
    });
    return { ad_groups: items.map(shownAdGroup), next_cursor };
  },
});
