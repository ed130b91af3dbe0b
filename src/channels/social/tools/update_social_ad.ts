import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id, text } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { adOf } from '../resources/ad.ts';
import { IRREVERSIBLE_STATUS, Status } from '../resources/fields.ts';
import { ADS } from '../wire.ts';

export default defineTool(channel, {
  name: 'update_social_ad',
  title: 'Update an ad',
  description:
    "Change an ad's name, status or creative. Another creative sends the ad into review again. Status ARCHIVED and DELETED cannot be undone.",
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
  output: z.object({ ad: asListed('list_social_ads'), ...writeReport, ...servingOutputIfOn }),
  rules: (args) => atLeastOne(args, ['name', 'creative_id', 'status']),
  look: ({ ad_id }) => ({ tool: 'list_social_ads', arguments: { ad_ids: [ad_id] } }),
  async run({ ad_id, ...wanted }, { client }) {
    const before = adOf(await client.node(ADS, ad_id));
    const { creative_id, ...fields } = wanted;
    const sent = { ...fields, ...(creative_id && { creative: { creative_id } }) };
    const { after, report } = await changeAndReadBack({
      done: `The ad ${ad_id} was changed`,
      before,
      wanted,
      send: () => client.update(ad_id, sent, before.account_id),
      read: async () => adOf(await client.node(ADS, ad_id)),
    });
    return { ad: after, ...report, ...(await servingReportIfOn(wanted.status, client, 'ad', ad_id)) };
  },
});
