import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { actionsIn } from '../resources/conversion-action.ts';
import { isoTime } from '../resources/fields.ts';
import { PIXELS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_pixels',
  title: 'List pixels',
  description: 'Pixels of an advertiser with the events an ad group can strive for: pixel_id and optimization_event.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ ...listArguments(25) }),
  output: z.object({
    pixels: z.array(
      z
        .looseObject({ id: z.string(), name: z.string(), events: z.array(z.string()) })
        .describe('Also code, category, created_time, conversion_actions'),
    ),
    ...nextCursor,
  }),
  async run({ limit, cursor }, { client, account }) {
    const { items, ...more } = await client.list(PIXELS, account, { limit, cursor });
    const pixels = items.map((pixel) =>
      withoutUnset({
        id: pixel.pixel_id,
        name: pixel.pixel_name,
        code: pixel.pixel_code,
        category: pixel.pixel_category,
        events: (pixel.events ?? []).flatMap(({ optimization_event, deprecated }) =>
          optimization_event && !deprecated ? [optimization_event] : [],
        ),
        conversion_actions: actionsIn(pixel).map(({ id, name, event }) => ({ id, name, event })),
        created_time: isoTime(pixel.create_time),
      }),
    );
    return { pixels, ...more };
  },
});
