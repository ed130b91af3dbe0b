import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
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
    const filtering = { ...(video_ids && { video_ids }), ...(name_contains && { video_name: name_contains }) };
    const { items, ...more } = await client.list(VIDEOS, account, { limit, cursor, filtering });
    return { videos: items.map(videoOf), ...more };
  },
});
