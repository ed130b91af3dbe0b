import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Advertiser, advertiserOf } from '../resources/account.ts';

export default defineTool(channel, {
  name: 'list_advertisers',
  title: 'List advertisers',
  description: 'The advertiser accounts this connection reaches: status, currency, time zone, balance.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  account: false,
  input: z.strictObject({ ...listArguments(25) }),
  output: z.object({ advertisers: z.array(Advertiser), ...nextCursor }),
  async run({ limit, cursor }, { client }) {
    const { items, ...more } = await collectHeld({ limit, cursor, scope: 'advertisers' }, () => client.advertisers());
    // One by one: a single advertiser that was withdrawn would fail a whole batch.
    const advertisers = await Promise.all(items.map(async ({ id }) => advertiserOf(await client.advertiser(id))));
    return { advertisers, ...more };
  },
});
