import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { TextId } from '../resources/fields.ts';
import { SuggestedCovers } from '../wire.ts';

export default defineTool(channel, {
  name: 'suggest_covers',
  title: 'Suggest covers for a video',
  description:
    'Pictures out of a ready video, in its size: each id can stand in image_ids of create_ad and update_ad. The cover_url of a video, uploaded as an image, shows blank.',
  toolset: 'materials',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    video_id: TextId.describe('A ready video, from list_videos'),
    count: z.int().min(1).max(10).default(3).describe('How many'),
  }),
  output: z.object({
    covers: z.array(
      z.object({
        id: z.string(),
        url: z.string().optional(),
        width: z.number().optional(),
        height: z.number().optional(),
      }),
    ),
  }),
  async run({ video_id, count }, { client, account }) {
    const query = { video_id, poster_number: count };
    const { list } = await client.get('file/video/suggestcover', query, SuggestedCovers, account);
    return {
      covers: list.map(({ id, url, width, height }) => ({
        id,
        ...(url && { url }),
        ...(width && { width }),
        ...(height && { height }),
      })),
    };
  },
});
