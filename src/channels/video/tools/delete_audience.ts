import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { removeAndLook } from '../../../tools/read-back.ts';
import { refuseWhileUsed } from '../../../tools/while-used.ts';
import { channel } from '../channel.ts';
import { Audience, audienceOf, existingAudience, findAudience } from '../resources/audience.ts';
import { adGroupsByAudience, lookalikesFrom, sourcesOf } from '../resources/audience-uses.ts';
import { AUDIENCES } from '../wire.ts';

export default defineTool(channel, {
  name: 'delete_audience',
  title: 'Delete an audience',
  description:
    'Delete an audience; this cannot be undone. Refused while living ad groups target or exclude it or a lookalike is made from it, unless although_used.',
  toolset: 'audiences',
  access: 'destructive',
  repeat: 'safe',
  input: z.strictObject({
    audience_id: Id.describe('From list_audiences'),
    although_used: z.boolean().optional().describe('All the same: ad groups lose it, lookalikes stay'),
  }),
  output: z.object({
    deleted: z.boolean(),
    audience: Audience,
    affected_ad_groups: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
    affected_lookalikes: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id, although_used = false }, { client, account }) {
    const held = await existingAudience(client, account, audience_id);
    const all = await client.all(AUDIENCES, account);
    const [sources, groups] = await Promise.all([sourcesOf(client, account, all), adGroupsByAudience(client, account)]);
    const affected_ad_groups = groups.get(audience_id) ?? [];
    const affected_lookalikes = lookalikesFrom(audience_id, all, sources);
    if (!although_used) {
      refuseWhileUsed('audience_id', 'ad groups', affected_ad_groups, 'Take it out of them with update_ad_group');
      refuseWhileUsed('audience_id', 'lookalikes', affected_lookalikes, 'Keep it: without it they are not renewed');
    }
    const deleted = await removeAndLook(
      `The audience ${audience_id} was deleted`,
      () => client.change('dmp/custom_audience/delete', { custom_audience_ids: [audience_id] }, z.unknown(), account),
      async () => (await findAudience(client, account, audience_id)) === undefined,
    );
    const audience = { ...audienceOf(held), source_audience_id: sources.get(audience_id) };
    return { deleted, audience, affected_ad_groups, affected_lookalikes };
  },
});
