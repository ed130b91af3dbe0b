import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { text } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { searchInterests } from '../client/search.ts';
import { TargetingOption, targetingOptionOf } from '../resources/targeting-option.ts';

export default defineTool(channel, {
  name: 'search_interests',
  title: 'Search interests',
  description: 'Interests by words: ids for targeting.flexible_spec, with audience sizes.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  account: false,
  input: z.strictObject({ query: text(200).describe('Words to look for'), ...listArguments(25) }),
  output: z.object({ interests: z.array(TargetingOption), ...nextCursor }),
  async run({ query, ...paging }, { client }) {
    const { items, ...more } = await searchInterests(client, query, paging);
    return { interests: items.map(targetingOptionOf), ...more };
  },
});
