import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { ExtensionOutput, extensionsAt, placeOf } from '../resources/extension.ts';

export default defineTool(channel, {
  name: 'list_ad_extensions',
  title: 'List extensions: sitelinks, callouts, prices, …',
  description:
    'What stands below the ads of an ad group or campaign; with neither, of the whole account. Those of the account count for every campaign without its own.',
  toolset: 'assets',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: Id.optional().describe('Of this campaign'),
    ad_group_id: Id.optional().describe('Of this ad group'),
  }),
  output: z.object({ ad_extensions: z.array(ExtensionOutput) }),
  rules: (args) => notBoth(args, 'campaign_id', 'ad_group_id'),
  async run(args, { client, account }) {
    const links = await extensionsAt(client, account, placeOf(account, args));
    return { ad_extensions: links.map(({ shown }) => shown) };
  },
});
