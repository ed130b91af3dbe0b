import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { isoTime, OrganizationId, urnOf } from '../resources/fields.ts';
import { shownPost } from '../resources/post.ts';
import { PagePost } from '../wire.ts';

/** The platform's largest page. */
const PAGE_MAX = 100;

export default defineTool(channel, {
  name: 'list_page_posts',
  title: 'List posts of a page',
  description:
    'Published posts of a page that create_creative can show as an ad by post_id, with the video_id of videos.',
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  account: false,
  input: z.strictObject({
    organization_id: OrganizationId.describe('From list_organizations'),
    ...listArguments(25),
  }),
  output: z.object({ posts: z.array(z.looseObject({ id: z.string() })), ...nextCursor }),
  async run({ organization_id, limit, cursor }, { client }) {
    const params = { q: 'author', author: urnOf('organization', organization_id), sortBy: 'LAST_MODIFIED' };
    const query = { limit, cursor, params, pageMax: PAGE_MAX };
    const { items, ...more } = await client.listByNumber('/posts', PagePost, query);
    const published = items.filter(({ lifecycleState = 'PUBLISHED' }) => lifecycleState === 'PUBLISHED');
    const posts = published.map((post) =>
      withoutUnset({
        id: post.id,
        ...shownPost(post),
        video_id: videoIn(post),
        created_time: isoTime(post.createdAt),
      }),
    );
    return { posts, ...more };
  },
});

function videoIn({ content }: z.output<typeof PagePost>): string | undefined {
  const id = content?.media?.id;
  return id?.startsWith('urn:li:video:') ? id : undefined;
}
