import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { namesOf } from '../report/entities.ts';
import { Creative, creativesPath, shownCreative } from '../resources/creative.ts';
import { CampaignId, CreativeId, idIn, statusFilter, urnOf } from '../resources/fields.ts';
import { postsOf } from '../resources/post.ts';
import { WireCreative } from '../wire.ts';

const PAGE_MAX = 100;

export default defineTool(channel, {
  name: 'list_creatives',
  title: 'List creatives',
  description:
    'Creatives (shown as Ad): status, review, what keeps them from serving, content. For numbers use get_analytics.',
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    creative_ids: z.array(CreativeId).min(1).max(50).optional().describe('Only these'),
    campaign_ids: z.array(CampaignId).min(1).max(50).optional().describe('Only of these campaigns (shown as Ad set)'),
    status: statusFilter(['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED']),
    with_posts: z.boolean().default(false).describe('Also the text, link and button of each'),
    ...listArguments(100),
  }),
  output: z.object({ creatives: z.array(Creative), ...nextCursor }),
  async run({ creative_ids, campaign_ids, status, with_posts, limit, cursor }, { client, account }) {
    const params = {
      q: 'criteria',
      creatives: creative_ids?.map((id) => urnOf('sponsoredCreative', id)),
      campaigns: campaign_ids?.map((id) => urnOf('sponsoredCampaign', id)),
      intendedStatuses: status,
    };
    const { items, ...more } = await client.list(creativesPath(account), WireCreative, {
      limit,
      cursor,
      params,
      account,
      pageMax: PAGE_MAX,
    });
    const names = await namesOf(
      client,
      account,
      'campaign',
      items.map((one) => idIn(one.campaign)),
    );
    const posts = with_posts ? await postsOf(client, account, items) : new Map();
    return {
      creatives: items.map((one) => ({
        ...shownCreative(one),
        ...withoutUnset({ campaign_name: names.get(idIn(one.campaign)), post: posts.get(one.content.reference) }),
      })),
      ...more,
    };
  },
});
