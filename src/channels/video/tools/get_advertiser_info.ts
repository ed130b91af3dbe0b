import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { Advertiser, advertiserOf } from '../resources/account.ts';

export default defineTool(channel, {
  name: 'get_advertiser_info',
  title: 'Get an advertiser',
  description: 'The advertiser account: name, status, currency, time zone, balance.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  keptS: 60,
  input: z.strictObject({}),
  output: z.object({ advertiser: Advertiser }),
  run: async (_, { client, account }) => ({ advertiser: advertiserOf(await client.advertiser(account)) }),
});
