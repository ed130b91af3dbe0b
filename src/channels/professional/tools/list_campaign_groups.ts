import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { CampaignGroup, groupPath, shownGroup } from '../resources/campaign-group.ts';
import { GroupId, statusFilter, urnOf } from '../resources/fields.ts';
import { listedByName } from '../resources/name-search.ts';
import { endFilters } from '../resources/schedule.ts';
import { WireGroup } from '../wire.ts';

const STATUSES = ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'] as const;

export default defineTool(channel, {
  name: 'list_campaign_groups',
  title: 'List campaign groups',
  description:
    'Campaign groups (shown as Campaign) of an ad account: status, budget, schedule, objective. Without status also archived and removed ones.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_group_ids: z.array(GroupId).min(1).max(50).optional().describe('Only these'),
    status: statusFilter(STATUSES),
    name: oneLine(100).optional().describe('Of this name, or with it in theirs'),
    ...endFilters,
    ...listArguments(100),
  }),
  aliases: { name_contains: 'name' },
  output: z.object({
    campaign_groups: z.array(CampaignGroup),
    notes: z.array(z.string()).optional(),
    ...nextCursor,
  }),
  async run({ campaign_group_ids, status, name, limit, cursor, ...ends }, { client, account }) {
    const search = {
      id: campaign_group_ids && { values: campaign_group_ids.map((id) => urnOf('sponsoredCampaignGroup', id)) },
      status: status && { values: status },
    };
    const asked = { name, ends, limit, cursor, search, account };
    const { items, ...more } = await listedByName(client, groupPath(account), WireGroup, asked);
    return { campaign_groups: items.map(shownGroup), ...more };
  },
});
