import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { creativeOf } from '../resources/creative.ts';
import { CREATIVE_CONTENT, type CreativeContent } from '../wire.ts';

export default defineTool(channel, {
  name: 'rename_creative',
  title: 'Rename or label a creative',
  description: 'Change the name or the labels of a creative: all that the platform lets change of one.',
  toolset: 'upkeep',
  access: 'write',
  repeat: 'safe',
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    creative_id: Id.describe('From list_ad_creatives'),
    name: text(100).optional().describe('New name'),
    adlabels: z.array(text(100)).max(20).optional().describe('Names of all its labels'),
  }),
  output: z.object({ creative: asListed('list_ad_creatives'), ...writeReport }),
  rules: (args) => atLeastOne(args, ['name', 'adlabels']),
  look: ({ creative_id }) => ({ tool: 'list_ad_creatives', arguments: { creative_ids: [creative_id] } }),
  async run({ creative_id, ...wanted }, { client }) {
    const held = await client.node(CREATIVE_CONTENT, creative_id);
    const fields = { ...wanted, adlabels: wanted.adlabels?.map((name) => ({ name })) };
    const { after, report } = await changeAndReadBack({
      done: `The creative ${creative_id} was changed`,
      before: labelled(held),
      wanted,
      send: () => client.update(CREATIVE_CONTENT, creative_id, fields, held.account_id),
      read: async () => labelled(await client.node(CREATIVE_CONTENT, creative_id)),
    });
    return { creative: after, ...report };
  },
});

function labelled(wire: CreativeContent) {
  return { ...creativeOf(wire), adlabels: wire.adlabels?.map(({ name }) => name) ?? [] };
}
