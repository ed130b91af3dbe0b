import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Day, Id, Ids } from '../../../tools/fields.ts';
import { listArguments, listedByName, nextCursor } from '../../../tools/listing.ts';
import { inOrder } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { AdGroup, adGroupOf, adGroupsEnding } from '../resources/ad-group.ts';
import { filterOf, narrowing } from '../resources/fields.ts';
import { namesFor } from '../resources/id-names.ts';

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
    ends_from: Day.optional().describe('Ends on this day (UTC) or later'),
    ends_to: Day.optional().describe('Ends on this day or before'),
    ...listArguments(25),
  }),
  output: z.object({
    ad_groups: z.array(AdGroup),
    names: z.record(z.string(), z.string()).describe('Of places, audiences and pixels, by id'),
    ...nextCursor,
  }),
  rules: (args) => inOrder(args, 'ends_from', 'ends_to'),
  async run({ campaign_id, ad_group_ids, ends_from, ends_to, limit, cursor, ...narrowed }, { client, account }) {
    const parents = campaign_id && { campaign_ids: [campaign_id] };
    const found = listedByName({
      limit,
      cursor,
      name: narrowed.name_contains,
      scope: [account, narrowed.status, ad_group_ids, parents, ends_from, ends_to],
      list: (name, page) => {
        const named = filterOf({ ...narrowed, name_contains: name }, 'adgroup_name', { adgroup_ids: ad_group_ids });
        const query = { ...page, filtering: { ...named, ...parents } };
        return adGroupsEnding(client, account, { ends_from, ends_to }, query);
      },
      nameOf: ({ adgroup_name }) => adgroup_name,
    });
    const [currency, { items, ...more }] = await Promise.all([client.currency(account), found]);
    const names = await namesFor(client, account, items);
    return { ad_groups: items.map((one) => adGroupOf(one, currency)), names, ...more };
  },
});
