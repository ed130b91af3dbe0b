import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Creative, creativeOf } from '../resources/creative.ts';
import { listObjects } from '../resources/list-filters.ts';
import { CREATIVES } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_ad_creatives',
  title: 'List creatives',
  description: 'Creatives of an account with their texts, link, media and form.',
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({ creative_ids: Ids.optional().describe('Only these'), ...listArguments(25) }),
  output: z.object({ creatives: z.array(Creative), ...nextCursor }),
  async run({ creative_ids, ...asked }, { client, account, accountNamed }) {
    const { items, ...more } = await listObjects(
      client,
      CREATIVES,
      { account, accountNamed, ids: creative_ids },
      asked,
    );
    return { creatives: items.map(creativeOf), ...more };
  },
});
