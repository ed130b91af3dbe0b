import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { listObjects } from '../listed.ts';
import { Audience, audienceOf } from '../resources/audience.ts';
import { AUDIENCES } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_audiences',
  title: 'List audiences',
  description: 'Custom and lookalike audiences of an account with kind, size bounds and whether they can deliver.',
  toolset: 'audiences',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({ audience_ids: Ids.optional().describe('Only these'), ...listArguments(25) }),
  output: z.object({ audiences: z.array(Audience), ...nextCursor }),
  async run({ audience_ids, ...asked }, { client, account, accountNamed }) {
    const { items, ...more } = await listObjects(
      client,
      AUDIENCES,
      { account, accountNamed, ids: audience_ids },
      asked,
    );
    return { audiences: items.map(audienceOf), ...more };
  },
});
