import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, text } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { adOf } from '../resources/ad.ts';
import { AD_SETS, ADS } from '../wire.ts';

export default defineTool(channel, {
  name: 'create_social_ad',
  title: 'Create an ad',
  description: 'Put a creative into an ad set as an ad, paused. It goes into review first.',
  toolset: 'ads',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    ad_set_id: Id.describe('Ad set it belongs to'),
    creative_id: Id.describe('From list_ad_creatives'),
    name: text(400).describe('Name of the ad'),
    conversion_domain: z.string().min(3).max(253).optional().describe('example.com; with a pixel'),
  }),
  output: z.object({ ad: asListed('list_social_ads'), ...servingOutput }),
  look: ({ ad_set_id, name }) => ({ tool: 'list_social_ads', arguments: { ad_set_id, name_contains: name } }),
  async run({ ad_set_id, creative_id, ...rest }, { client }) {
    const { account_id: account } = await client.node(AD_SETS, ad_set_id);
    const fields = { ...rest, adset_id: ad_set_id, creative: { creative_id }, status: 'PAUSED' };
    const id = await client.create(account, 'ads', fields);
    const ad = await readBack(`The ad ${id} was created, paused`, async () =>
      adOf(await client.node(ADS, id, account)),
    );
    return { ad, ...(await servingReport(client, 'ad', id)) };
  },
});
