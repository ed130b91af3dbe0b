import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { addingKeywords, ListKeywords, linkingCampaigns, negativeList, twins } from '../resources/negative-list.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_negative_list',
  title: 'Create a shared list of negative keywords',
  description: 'Makes a list of negative keywords, fills it and links it to campaigns: all of it or nothing.',
  toolset: 'negative_lists',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    name: oneLine().describe('Name of the list'),
    keywords: ListKeywords.optional().describe('What is never searched for'),
    campaign_ids: z.array(Id).max(1000).optional().describe('Campaigns that use it'),
  }),
  output: z.object({ negative_list: asListed('list_negative_lists') }),
  rules: ({ keywords }) => twins(keywords, 'keywords'),
  look: () => ({ tool: 'list_negative_lists', arguments: {} }),
  async run({ name, keywords = [], campaign_ids = [] }, { client, account }) {
    const list = `customers/${account}/sharedSets/-1`;
    const [made = ''] = await client.mutate(account, [
      creating('sharedSet', { resourceName: list, name, type: 'NEGATIVE_KEYWORDS' }),
      ...addingKeywords(list, keywords, 'keywords'),
      ...linkingCampaigns(list, account, campaign_ids, 'campaign_ids'),
    ]);
    const id = idOf(made);
    return { negative_list: await readBack(`The list ${id} was created`, () => negativeList(client, account, id)) };
  },
});
