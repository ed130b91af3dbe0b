import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { accountNode } from '../client.ts';
import { PIXELS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_pixels',
  title: 'List pixels',
  description: 'Website pixels of an account, for conversion goals (promoted_object.pixel_id) and audience rules.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ ...listArguments(25) }),
  output: z.object({ pixels: z.array(z.object({ id: z.string(), name: z.string() })), ...nextCursor }),
  async run(paging, { client, account }) {
    const { items, ...more } = await client.list(PIXELS, accountNode(account), { ...paging, account });
    return { pixels: items.map(({ id, name }) => ({ id, name: name ?? '' })), ...more };
  },
});
