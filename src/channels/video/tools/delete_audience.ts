import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { removeAndLook } from '../../../tools/read-back.ts';
import { refuseWhileUsed } from '../../../tools/while-used.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { Audience, audienceOf, existingAudience, findAudience } from '../resources/audience.ts';
import { statusOf } from '../resources/fields.ts';
import { AD_GROUPS } from '../wire.ts';

const Affected = z.object({ id: z.string(), name: z.string(), status: z.string() });

export default defineTool(channel, {
  name: 'delete_audience',
  title: 'Delete an audience',
  description:
    'Delete an audience; this cannot be undone. Refused while living ad groups target or exclude it, unless although_used.',
  toolset: 'audiences',
  access: 'destructive',
  repeat: 'safe',
  input: z.strictObject({
    audience_id: Id.describe('From list_audiences'),
    although_used: z.boolean().optional().describe('Delete it all the same; those ad groups lose it'),
  }),
  output: z.object({ deleted: z.boolean(), audience: Audience, affected_ad_groups: z.array(Affected) }),
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id, although_used = false }, { client, account }) {
    const held = await existingAudience(client, account, audience_id);
    const affected_ad_groups = await adGroupsUsing(client, account, audience_id);
    if (!although_used)
      refuseWhileUsed('audience_id', 'ad groups', affected_ad_groups, 'Take it out of them with update_ad_group');
    const deleted = await removeAndLook(
      `The audience ${audience_id} was deleted`,
      () => client.change('dmp/custom_audience/delete', { custom_audience_ids: [audience_id] }, z.unknown(), account),
      async () => (await findAudience(client, account, audience_id)) === undefined,
    );
    return { deleted, audience: audienceOf(held), affected_ad_groups };
  },
});

async function adGroupsUsing(client: VideoClient, account: string, id: string) {
  const groups = await client.all(AD_GROUPS, account, { primary_status: 'STATUS_NOT_DELETE' });
  return groups
    .filter(({ audience_ids, excluded_audience_ids }) => [audience_ids, excluded_audience_ids].flat().includes(id))
    .map((group) => ({ id: group.adgroup_id, name: group.adgroup_name, status: statusOf(group) }));
}
