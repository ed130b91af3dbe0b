import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { needs } from '../../../tools/rules.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { namesOf } from '../report/entities.ts';
import { Campaign, campaignPath, shownCampaign } from '../resources/campaign.ts';
import { CAMPAIGN_STATUSES, CampaignId, GroupId, idIn, statusFilter, urnOf } from '../resources/fields.ts';
import { listedByName } from '../resources/name-search.ts';
import { TYPES } from '../resources/objective.ts';
import { endFilters } from '../resources/schedule.ts';
import { trackingOf } from '../resources/tracking-parameters.ts';
import { WireCampaign } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_professional_campaigns',
  title: 'List campaigns',
  description:
    'Campaigns (shown as Ad set): status, what keeps them from serving, budgets, bidding, targeting, schedule. Without status also archived and removed ones. For numbers use get_analytics.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_ids: z.array(CampaignId).min(1).max(50).optional().describe('Only these'),
    campaign_group_id: GroupId.optional().describe('Only those of this campaign group (shown as Campaign)'),
    status: statusFilter(CAMPAIGN_STATUSES),
    type: z.enum(TYPES).meta({ enum: undefined }).optional().describe('Only of this type'),
    name: oneLine().optional().describe('Of this name, or with it in theirs'),
    with_tracking: z.boolean().optional().describe('Also tracking parameters; with campaign_ids'),
    ...endFilters,
    ...listArguments(100),
  }),
  aliases: { name_contains: 'name' },
  rules: (args) => needs(args, 'with_tracking', 'campaign_ids'),
  output: z.object({ campaigns: z.array(Campaign), notes: z.array(z.string()).optional(), ...nextCursor }),
  async run(
    { campaign_ids, campaign_group_id, status, type, name, with_tracking, limit, cursor, ...ends },
    { client, account },
  ) {
    const values = (given: readonly string[] | undefined) => given && { values: given };
    const search = {
      id: values(campaign_ids?.map((id) => urnOf('sponsoredCampaign', id))),
      campaignGroup: values(
        campaign_group_id === undefined ? undefined : [urnOf('sponsoredCampaignGroup', campaign_group_id)],
      ),
      status: values(status),
      type: values(type && [type]),
    };
    const asked = { name, ends, limit, cursor, search, account };
    const { items, ...more } = await listedByName(client, campaignPath(account), WireCampaign, asked);
    const groups = items.map((one) => idIn(one.campaignGroup));
    const names = await namesOf(client, account, 'campaign_group', groups);
    const campaigns = await Promise.all(
      items.map(async (one) => ({
        ...shownCampaign(one),
        ...withoutUnset({ campaign_group_name: names.get(idIn(one.campaignGroup)) }),
        ...(with_tracking && { tracking_parameters: await trackingOf(client, account, one.id) }),
      })),
    );
    return { campaigns, ...more };
  },
});
