import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { MUSIC } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_music',
  title: 'List music for carousels',
  description: 'Music that carousel ads may use: music_id of create_ad with CAROUSEL_ADS.',
  toolset: 'materials',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ ...listArguments(25) }),
  output: z.object({
    music: z.array(z.looseObject({ id: z.string(), name: z.string() }).describe('Also author, duration_s')),
    ...nextCursor,
  }),
  async run({ limit, cursor }, { client, account }) {
    const { items, ...more } = await client.list(MUSIC, account, { limit, cursor });
    const music = items.map(({ music_id, music_name, file_name, author, duration }) =>
      withoutUnset({
        id: music_id,
        name: music_name ?? file_name ?? music_id,
        author: author ?? undefined,
        duration_s: duration ?? undefined,
      }),
    );
    return { music, ...more };
  },
});
