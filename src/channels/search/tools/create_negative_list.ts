import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { KeywordRefusals, RefusedKeywords } from '../resources/keyword-refusals.ts';
import { addingKeywords, ListKeywords, linkingCampaigns, negativeList } from '../resources/negative-list.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_negative_list',
  title: 'Create a shared list of negative keywords',
  description:
    'Makes a list of negative keywords, fills it and links it to campaigns: all of it or nothing, but for bad keywords, which are left out and told.',
  toolset: 'negative_lists',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    name: oneLine().describe('Name of the list'),
    keywords: ListKeywords.optional().describe('What is never searched for'),
    campaign_ids: z.array(Id).max(1000).optional().describe('Campaigns that use it'),
  }),
  output: z.object({ negative_list: asListed('list_negative_lists'), refused: RefusedKeywords }),
  look: () => ({ tool: 'list_negative_lists', arguments: {} }),
  async run({ name, keywords = [], campaign_ids = [] }, { client, account }) {
    const list = `customers/${account}/sharedSets/-1`;
    const refusals = new KeywordRefusals({ keywords });
    if (refusals.takesAll) throw refusals.toFailure();
    const operations = await refusals.taken(client, account, [
      creating('sharedSet', { resourceName: list, name, type: 'NEGATIVE_KEYWORDS' }),
      ...addingKeywords(list, keywords, 'keywords', (_, at) => refusals.has('keywords', at)),
      ...linkingCampaigns(list, account, campaign_ids, 'campaign_ids'),
    ]);
    const [made = ''] = await client.mutateChecked(account, operations);
    const id = idOf(made);
    const shown = await readBack(`The list ${id} was created`, () => negativeList(client, account, id));
    return { negative_list: shown, ...refusals.shown() };
  },
});
