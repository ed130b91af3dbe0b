import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids, text } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Audience, audienceOf } from '../resources/audience.ts';
import { AUDIENCES } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_audiences',
  title: 'List audiences',
  description:
    'Audiences for targeting: kind, size, and whether they can be used yet (processing takes up to 48 hours).',
  toolset: 'audiences',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    audience_ids: Ids.optional().describe('Only these'),
    name_contains: text(128).optional().describe('Part of the name'),
    ...listArguments(25),
  }),
  output: z.object({ audiences: z.array(Audience), ...nextCursor }),
  async run({ audience_ids, name_contains, limit, cursor }, { client, account }) {
    const scope = [account, audience_ids, name_contains];
    // An advertiser has 400 at most, and the platform has no filter by name.
    const { items, ...more } = await collectHeld({ limit, cursor, scope }, async () =>
      (await client.all(AUDIENCES, account)).filter(
        ({ audience_id, name }) =>
          (!audience_ids || audience_ids.includes(audience_id)) &&
          (!name_contains || name.toLowerCase().includes(name_contains.toLowerCase())),
      ),
    );
    return { audiences: items.map(audienceOf), ...more };
  },
});
