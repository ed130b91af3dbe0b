import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { text } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import {
  searchInterests,
  suggestInterests,
  TargetingOption,
  targetingOptionOf,
} from '../resources/targeting-option.ts';

export default defineTool(channel, {
  name: 'search_interests',
  title: 'Search interests',
  description: 'Interests by words, or like others: ids for targeting.flexible_spec, with audience sizes.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  account: false,
  input: z.strictObject({
    query: text(200).optional().describe('Words to look for'),
    like: z.array(z.string()).min(1).max(10).optional().describe('Exact names of interests'),
    ...listArguments(25),
  }),
  output: z.object({ interests: z.array(TargetingOption), ...nextCursor }),
  rules: (args) => exactlyOne(args, ['query', 'like']),
  async run({ query = '', like, ...paging }, { client }) {
    const { items, ...more } = await (like
      ? suggestInterests(client, like, paging)
      : searchInterests(client, query, paging));
    return { interests: items.map(targetingOptionOf), ...more };
  },
});
