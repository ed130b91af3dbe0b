import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { bareAccount } from '../client.ts';
import { fieldsLike } from '../copies/creative.ts';
import { creativeAliases, creativeFields, creativeInstead, creativeRules } from '../resources/creative-fields.ts';
import { creativeSpecOf } from '../resources/creative-spec.ts';
import { CREATIVE_CONTENT, CREATIVES } from '../wire.ts';

export default defineTool(channel, {
  name: 'create_ad_creative',
  title: 'Create a creative',
  description:
    'Create an ad creative: image, video, carousel (cards), catalogue ad (product_set_id), or with bodies variants for a dynamic-creative ad set. Shows nothing until an ad uses it. An existing post needs none: create_social_ad.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management', 'pages_read_engagement'],
  input: z.strictObject(creativeFields),
  aliases: creativeAliases,
  output: z.object({
    creative: z.looseObject({ id: z.string() }).describe('Also name, account_id, form, sent'),
    notes: z.array(z.string()),
  }),
  instead: creativeInstead,
  rules: creativeRules,
  look: () => ({ tool: 'list_ad_creatives', arguments: {} }),
  async run(args, { client, account }) {
    const { form, fields: said, notes } = creativeSpecOf(args);
    const { like_creative_id: like } = args;
    const fields = like ? fieldsLike(await client.node(CREATIVE_CONTENT, like), args) : said;
    const id = await client.create(account, 'adcreatives', fields);
    const { name } = await readBack(`The creative ${id} was created`, () => client.node(CREATIVES, id, account));
    return { creative: { id, name, account_id: bareAccount(account), form, sent: fields }, notes };
  },
});
