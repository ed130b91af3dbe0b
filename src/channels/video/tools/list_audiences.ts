import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { searchText } from '../../../tools/lookup-text.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { Audience, audienceOf } from '../resources/audience.ts';
import { adGroupsByAudience, lookalikesFrom, sourcesOf } from '../resources/audience-uses.ts';
import { NamePart } from '../resources/fields.ts';
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
    name_contains: NamePart,
    used_by: z.boolean().default(false).describe('Tell which ad groups and lookalikes use each'),
    ...listArguments(25),
  }),
  output: z.object({ audiences: z.array(Audience), ...nextCursor }),
  async run({ audience_ids, name_contains, used_by, limit, cursor }, { client, account }) {
    const scope = [account, audience_ids, name_contains];
    // An advertiser has 400 at most, and the platform has no filter by name.
    const all = await client.all(AUDIENCES, account);
    const { items, ...more } = await collectHeld({ limit, cursor, scope }, async () =>
      all.filter(
        ({ audience_id, name }) =>
          (!audience_ids || audience_ids.includes(audience_id)) &&
          (!name_contains || searchText(name).includes(searchText(name_contains))),
      ),
    );
    const [sources, groups] = await Promise.all([
      sourcesOf(client, account, used_by ? all : items),
      used_by ? adGroupsByAudience(client, account) : undefined,
    ]);
    const audiences = items.map((one) => {
      const id = one.audience_id;
      const uses = groups && { ad_groups: groups.get(id) ?? [], lookalikes: lookalikesFrom(id, all, sources) };
      return withoutUnset({ ...audienceOf(one), source_audience_id: sources.get(id), used_by: uses });
    });
    return { audiences, ...more };
  },
});
