import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { listObjects } from '../resources/list-filters.ts';
import { PIXELS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_pixels',
  title: 'List pixels',
  description: 'Website pixels of an account, for conversion goals (promoted_object.pixel_id) and audience rules.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({ pixel_ids: Ids.optional().describe('Only these'), ...listArguments(25) }),
  output: z.object({ pixels: z.array(z.object({ id: z.string(), name: z.string() })), ...nextCursor }),
  async run({ pixel_ids, ...asked }, { client, account, accountNamed }) {
    const { items, ...more } = await listObjects(client, PIXELS, { account, accountNamed, ids: pixel_ids }, asked);
    return { pixels: items.map(({ id, name }) => ({ id, name: name ?? '' })), ...more };
  },
});
