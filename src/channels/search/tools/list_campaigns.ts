import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { equal, Literal } from '../report/gaql.ts';
import { CAMPAIGN_FIELDS, CAMPAIGN_TYPES, CampaignOutput, shownCampaign } from '../resources/campaign.ts';
import { IdFilter, listRows, ofIds, ofStatus, ofText, StatusFilter } from '../resources/listing.ts';

export default defineTool(channel, {
  name: 'list_campaigns',
  title: 'List campaigns',
  description: 'Campaigns with status, budget, bidding and dates. For their numbers use get_campaign_performance.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_ids: IdFilter,
    status: StatusFilter,
    type: z.enum(CAMPAIGN_TYPES).optional().describe('Only of this type'),
    name_contains: oneLine().optional().describe('Part of the name'),
    ...listArguments(100),
  }),
  output: z.object({ campaigns: z.array(CampaignOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: CAMPAIGN_FIELDS,
      from: 'campaign',
      where: [
        ofStatus('campaign.status', args.status),
        ...ofIds({ 'campaign.id': args.campaign_ids }),
        ...(args.type ? [equal('campaign.advertising_channel_type', Literal.word(args.type))] : []),
        ...ofText('campaign.name', args.name_contains),
      ],
      orderBy: [{ field: 'campaign.id' }],
    });
    return { campaigns: items.map(shownCampaign), next_cursor };
  },
});
