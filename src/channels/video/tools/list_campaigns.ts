import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids } from '../../../tools/fields.ts';
import { listArguments, listedByName, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Campaign, campaignOf } from '../resources/campaign.ts';
import { filterOf, narrowing } from '../resources/fields.ts';
import { CAMPAIGNS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_campaigns',
  title: 'List campaigns',
  description: 'Campaigns of an advertiser, newest first: objective, status, what keeps them from delivering, budget.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_ids: Ids.optional().describe('Only these, deleted ones too'),
    objective: z.string().max(40).optional().describe('Only of this objective, such as TRAFFIC'),
    ...narrowing,
    ...listArguments(25),
  }),
  output: z.object({ campaigns: z.array(Campaign), ...nextCursor }),
  async run({ campaign_ids, objective, limit, cursor, ...narrowed }, { client, account }) {
    const others = { campaign_ids, objective_type: objective };
    const found = listedByName({
      limit,
      cursor,
      name: narrowed.name_contains,
      scope: [account, narrowed.status, others],
      list: (name, page) => {
        const filtering = filterOf({ ...narrowed, name_contains: name }, 'campaign_name', others);
        return client.list(CAMPAIGNS, account, { ...page, filtering });
      },
      nameOf: ({ campaign_name }) => campaign_name,
    });
    const [currency, { items, ...more }] = await Promise.all([client.currency(account), found]);
    return { campaigns: items.map((one) => campaignOf(one, currency)), ...more };
  },
});
