import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Day, oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { inOrder } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { CAMPAIGN_FIELDS, CAMPAIGN_TYPES, CampaignOutput, shownCampaign } from '../resources/campaign.ts';
import { IdFilter, listRows, ofIds, ofStatus, ofText, StatusFilter } from '../resources/listing.ts';
import { atLeast, atMost, type Condition, equal, Literal } from '../resources/wire/gaql.ts';

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
    ends_from: Day.optional().describe('Ends on this day or later'),
    ends_to: Day.optional().describe('Ends on this day or before'),
    name_contains: oneLine().optional().describe('Part of the name'),
    ...listArguments(100),
  }),
  rules: (args) => inOrder(args, 'ends_from', 'ends_to'),
  output: z.object({ campaigns: z.array(CampaignOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: CAMPAIGN_FIELDS,
      from: 'campaign',
      where: [
        ofStatus('campaign.status', args.status),
        ...ofIds({ 'campaign.id': args.campaign_ids }),
        ...(args.type ? [equal('campaign.advertising_channel_type', Literal.word(args.type))] : []),
        ...endingBetween(args),
        ...ofText('campaign.name', args.name_contains),
      ],
      orderBy: [{ field: 'campaign.id' }],
    });
    return { campaigns: items.map(shownCampaign), next_cursor };
  },
});

/** Of campaigns without an end none is meant: the first condition leaves them out also where only the last day is given. */
function endingBetween({ ends_from, ends_to }: { ends_from?: string | undefined; ends_to?: string | undefined }) {
  if (ends_from === undefined && ends_to === undefined) return [];
  const field = 'campaign.end_date_time';
  const conditions: Condition[] = [atLeast(field, Literal.quoted(`${ends_from ?? '2000-01-01'} 00:00:00`))];
  return ends_to === undefined ? conditions : [...conditions, atMost(field, Literal.quoted(`${ends_to} 23:59:59`))];
}
