import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, listedByName, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { NamePart, TextId } from '../resources/fields.ts';
import { Video, videoOf } from '../resources/file.ts';
import { VIDEOS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_videos',
  title: 'List videos',
  description: 'Uploaded videos, newest first, and whether they are processed: only ready ones can be used in an ad.',
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    video_ids: z.array(TextId).min(1).max(50).optional().describe('Only these'),
    name_contains: NamePart,
    ...listArguments(25),
  }),
  output: z.object({ videos: z.array(Video), ...nextCursor }),
  async run({ video_ids, name_contains, limit, cursor }, { client, account }) {
    const { items, ...more } = await listedByName({
      limit,
      cursor,
      name: name_contains,
      scope: [account, video_ids],
      list: (name, page) => {
        const filtering = { ...(video_ids && { video_ids }), ...(name && { video_name: name }) };
        return client.list(VIDEOS, account, { ...page, filtering });
      },
      nameOf: ({ file_name }) => file_name,
    });
    return { videos: items.map(videoOf), ...more };
  },
});
