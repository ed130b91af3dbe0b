import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { orProblem } from '../../../tools/read-problem.ts';
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
  output: z.object({
    advertisers: z.array(
      Advertiser.partial()
        .required({ id: true, name: true })
        .extend({ problem: z.string().optional().describe('Why it cannot be read') })
        .describe(Advertiser.description ?? ''),
    ),
    ...nextCursor,
  }),
  async run({ limit, cursor }, { client, accounts }) {
    const { items, ...more } = await collectHeld({ limit, cursor, scope: 'advertisers' }, async () =>
      (await client.advertisers()).filter(({ id }) => !accounts || accounts.includes(id)),
    );
    // One by one: a single advertiser that was withdrawn would fail a whole batch.
    const read = items.map(async (item) => ({
      ...item,
      ...(await orProblem(async () => advertiserOf(await client.advertiser(item.id)))),
    }));
    return { advertisers: await Promise.all(read), ...more };
  },
});
