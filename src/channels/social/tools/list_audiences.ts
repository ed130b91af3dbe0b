import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Audience, adSetsByAudience, audienceOf } from '../resources/audience.ts';
import { listObjects } from '../resources/list-filters.ts';
import { AUDIENCES } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_audiences',
  title: 'List audiences',
  description: 'Custom and lookalike audiences of an account with kind, size bounds and whether they can deliver.',
  toolset: 'audiences',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({
    audience_ids: Ids.optional().describe('Only these'),
    used_by_ad_sets: z.boolean().default(false).describe('Tell which ad sets use each'),
    ...listArguments(25),
  }),
  output: z.object({ audiences: z.array(Audience), ...nextCursor }),
  async run({ audience_ids, used_by_ad_sets, ...asked }, { client, account, accountNamed }) {
    const { items, ...more } = await listObjects(
      client,
      AUDIENCES,
      { account, accountNamed, ids: audience_ids },
      asked,
    );
    if (!used_by_ad_sets) return { audiences: items.map(audienceOf), ...more };
    const accounts = [...new Set(items.map(({ account_id }) => account_id ?? account))];
    const users = await Promise.all(accounts.map((one) => adSetsByAudience(client, one)));
    const usersOf = (id: string) => users.flatMap((byAudience) => byAudience.get(id) ?? []);
    return { audiences: items.map((item) => ({ ...audienceOf(item), used_by_ad_sets: usersOf(item.id) })), ...more };
  },
});
