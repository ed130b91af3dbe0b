import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { isoTime } from '../resources/fields.ts';
import { PAGE, PAGE_POSTS, PAGE_TOKEN, PHOTO_POSTS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_posts',
  title: 'List posts',
  description: 'Published posts of a page, or of its photo-network account, that create_social_ad can show as an ad.',
  toolset: 'posts',
  access: 'read',
  repeat: 'safe',
  scopes: ['pages_read_engagement'],
  account: false,
  input: z.strictObject({
    page_id: Id.describe('From list_pages'),
    photo_network: z.boolean().default(false).describe('Those of its photo-network account'),
    ...listArguments(25),
  }),
  output: z.object({
    posts: z.array(
      z.object({
        id: z.string().describe('post_id, or photo_network_media_id'),
        text: z.string(),
        created_time: z.string().optional(),
        url: z.string().optional(),
      }),
    ),
    ...nextCursor,
  }),
  async run({ page_id, photo_network, limit, cursor }, { client }) {
    if (!photo_network) {
      const { access_token } = await client.node(PAGE_TOKEN, page_id);
      const { items, ...more } = await client.as(access_token).list(PAGE_POSTS, page_id, { limit, cursor });
      const posts = items.map(({ id, message = '', created_time: time, permalink_url }) =>
        withoutUnset({ id, text: message, created_time: isoTime(time), url: permalink_url }),
      );
      return { posts, ...more };
    }
    const { instagram_business_account: owner } = await client.node(PAGE, page_id);
    if (!owner)
      throw notFound({
        what: 'photo-network account',
        where: `the page ${page_id}`,
        field: 'page_id',
        list: 'list_pages',
      });
    const { items, ...more } = await client.list(PHOTO_POSTS, owner.id, { limit, cursor });
    const posts = items.map(({ id, caption = '', timestamp, permalink }) =>
      withoutUnset({ id, text: caption, created_time: isoTime(timestamp), url: permalink }),
    );
    return { posts, ...more };
  },
});
