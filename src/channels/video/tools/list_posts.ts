import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collect, listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { usableIdentity } from '../resources/ad-identity.ts';
import { TextId } from '../resources/fields.ts';
import { Posts, PUBLIC_POST } from '../wire.ts';

const PAGE_MAX = 20;

export default defineTool(channel, {
  name: 'list_posts',
  title: 'List posts',
  description: 'What an identity has published, newest first: a post is shown as an ad by tiktok_item_id of create_ad.',
  toolset: 'posts',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    identity_id: TextId.describe('From get_identities, one usable for existing posts'),
    kind: z.enum(['VIDEO', 'CAROUSEL']).default('VIDEO').describe('CAROUSEL: posts of photos'),
    ...listArguments(20),
  }),
  output: z.object({
    posts: z.array(
      z
        .looseObject({ id: z.string(), text: z.string(), usable: z.boolean() })
        .describe('Also status, duration_s, width, height, cover_url'),
    ),
    ...nextCursor,
  }),
  async run({ identity_id, kind, limit, cursor }, { client, account }) {
    const identity = await usableIdentity(client, account, identity_id);
    const scope = ['posts', account, identity_id, kind];
    const { items, ...more } = await collect({ limit, cursor, scope, pageMax: PAGE_MAX }, async (position, count) => {
      const { identity_type, identity_authorized_bc_id } = identity;
      const query = {
        identity_id,
        identity_type,
        ...(identity_authorized_bc_id && { identity_authorized_bc_id }),
        item_type: kind,
        ...(position !== undefined && { cursor: position }),
        count,
      };
      const page = await client.get('identity/video/get', query, Posts, account);
      return { items: page.video_list ?? [], next: page.has_more ? (page.cursor ?? undefined) : undefined };
    });
    const posts = items.map(({ item_id, text, status, video_info: video }) =>
      withoutUnset({
        id: item_id,
        text: text ?? '',
        usable: !status || status === PUBLIC_POST,
        status,
        duration_s: video?.duration,
        width: video?.width,
        height: video?.height,
        cover_url: video?.poster_url,
      }),
    );
    return { posts, ...more };
  },
});
