import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, listedByName, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { NamePart, TextId } from '../resources/fields.ts';
import { Image, imageOf } from '../resources/file.ts';
import { IMAGES } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_images',
  title: 'List images',
  description: 'Uploaded images, newest first: covers of video ads and pictures of carousel ads.',
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    image_ids: z.array(TextId).min(1).max(50).optional().describe('Only these'),
    name_contains: NamePart,
    ...listArguments(25),
  }),
  output: z.object({ images: z.array(Image), ...nextCursor }),
  async run({ image_ids, name_contains, limit, cursor }, { client, account }) {
    const { items, ...more } = await listedByName({
      limit,
      cursor,
      name: name_contains,
      scope: [account, image_ids],
      list: (name, page) => {
        const filtering = { ...(image_ids && { image_ids }), ...(name && { image_name: name }) };
        return client.list(IMAGES, account, { ...page, filtering });
      },
      nameOf: ({ file_name }) => file_name,
    });
    return { images: items.map(imageOf), ...more };
  },
});
