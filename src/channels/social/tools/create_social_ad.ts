import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, text, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { exactlyOne, needs } from '../../../tools/rules.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { adOf } from '../resources/ad.ts';
import { Button } from '../resources/creative-fields.ts';
import { PostId } from '../resources/fields.ts';
import { AD_SETS, ADS, PAGE } from '../wire.ts';

export default defineTool(channel, {
  name: 'create_social_ad',
  title: 'Create an ad',
  description:
    'Put a creative, or a post that exists, into an ad set as an ad, paused. It goes into review first. list_ad_creatives shows the post_id of every ad.',
  toolset: 'ads',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    ad_set_id: Id.describe('Ad set it belongs to'),
    creative_id: Id.optional().describe('From list_ad_creatives'),
    post_id: PostId.optional().describe('Instead: a page post, <page>_<post>'),
    photo_network_media_id: Id.optional().describe('Instead: a photo-network post; with page_id'),
    page_id: Id.optional().describe('Its page'),
    link_url: WebAddress.optional().describe('Where the button of a photo-network post leads'),
    button: Button.optional().describe('With link_url'),
    name: text(400).describe('Name of the ad'),
    conversion_domain: z
      .string()
      .max(253)
      .refine((domain) => /^([\w-]+\.)+[a-z]{2,}$/i.test(domain), 'must be a domain alone, such as example.com')
      .optional()
      .describe('example.com; with a pixel'),
  }),
  rules: (args) => [
    ...exactlyOne(args, ['creative_id', 'post_id', 'photo_network_media_id']),
    ...needs(args, 'photo_network_media_id', 'page_id'),
    ...['page_id', 'link_url'].flatMap((field) => needs(args, field, 'photo_network_media_id')),
    ...needs(args, 'button', 'link_url'),
  ],
  output: z.object({ ad: asListed('list_social_ads'), ...servingOutput }),
  look: ({ ad_set_id, name }) => ({ tool: 'list_social_ads', arguments: { ad_set_id, name_contains: name } }),
  async run({ ad_set_id, name, conversion_domain, ...content }, { client }) {
    const { account_id: account } = await client.node(AD_SETS, ad_set_id);
    await client.refuseForeignIds([content.creative_id]);
    const creative = await creativeIn(client, name, content);
    const fields = withoutUnset({ name, conversion_domain, adset_id: ad_set_id, creative, status: 'PAUSED' });
    const id = await client.create(account, 'ads', fields);
    const ad = await readBack(`The ad ${id} was created, paused`, async () =>
      adOf(await client.node(ADS, id, account)),
    );
    return { ad, ...(await servingReport(client, 'ad', id)) };
  },
});

interface Content {
  creative_id?: string | undefined;
  post_id?: string | undefined;
  photo_network_media_id?: string | undefined;
  page_id?: string | undefined;
  link_url?: string | undefined;
  button?: string | undefined;
}

/** A creative that exists, or the one the platform makes around a post together with the ad. */
async function creativeIn(client: SocialClient, name: string, content: Content): Promise<Record<string, unknown>> {
  const { creative_id, post_id, photo_network_media_id, page_id = '', link_url, button = 'LEARN_MORE' } = content;
  if (creative_id) return { creative_id };
  if (post_id) return { name: name.slice(0, 100), object_story_id: post_id };
  const owner = (await client.node(PAGE, page_id)).instagram_business_account?.id;
  return withoutUnset({
    name: name.slice(0, 100),
    object_id: page_id,
    instagram_user_id: owner,
    source_instagram_media_id: photo_network_media_id,
    call_to_action: link_url && { type: button, value: { link: link_url } },
  });
}
