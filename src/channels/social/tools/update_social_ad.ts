import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { reportWrite, writeReport } from '../../../tools/write-report.ts';
import { afterWrite } from '../after-write.ts';
import { channel } from '../channel.ts';
import { IRREVERSIBLE_STATUS, Status } from '../fields.ts';
import { adOf } from '../resources/ad.ts';
import { asListed } from '../resources/as-listed.ts';
import { ADS } from '../wire.ts';

export default defineTool(channel, {
  name: 'update_social_ad',
  title: 'Update an ad',
  description:
    "Change an ad's name, status or creative. Another creative sends the ad into review again. Status ARCHIVED cannot be undone.",
  toolset: 'ads',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    ad_id: Id.describe('Ad to change'),
    name: text(400).optional().describe('New name'),
    creative_id: Id.optional().describe('Another creative'),
    status: Status.optional(),
  }),
  output: z.object({ ad: asListed('list_social_ads'), ...writeReport }),
  rules: (args) => atLeastOne(args, ['name', 'creative_id', 'status']),
  async run({ ad_id, ...wanted }, { client }) {
    const before = adOf(await client.node(ADS, ad_id));
    const { creative_id, ...fields } = wanted;
    await client.update(ad_id, { ...fields, ...(creative_id && { creative: { creative_id } }) }, before.account_id);
    const look = `Read it with list_social_ads and ad_ids ["${ad_id}"].`;
    const ad = await afterWrite('The ad was changed', look, async () => adOf(await client.node(ADS, ad_id)));
    return { ad, ...reportWrite(before, ad, wanted) };
  },
});
