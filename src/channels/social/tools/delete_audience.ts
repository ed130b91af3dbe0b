import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { isGone, removeAndLook } from '../../../tools/read-back.ts';
import { refuseWhileUsed } from '../../../tools/while-used.ts';
import { channel } from '../channel.ts';
import { adSetsByAudience, audienceOf } from '../resources/audience.ts';
import { AUDIENCES } from '../wire.ts';

const AffectedAdSet = z.object({ id: z.string(), name: z.string(), effective_status: z.string() });

export default defineTool(channel, {
  name: 'delete_audience',
  title: 'Delete an audience',
  description:
    'Delete a custom or lookalike audience; this cannot be undone. Refused while lookalikes are built on it, or while ad sets use it, unless although_used.',
  toolset: 'audiences',
  access: 'destructive',
  repeat: 'safe',
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    audience_id: Id.describe('From list_audiences'),
    although_used: z.boolean().optional().describe('Delete it all the same; those ad sets stop delivering'),
  }),
  output: z.object({
    deleted: z.boolean(),
    audience: asListed('list_audiences'),
    affected_ad_sets: z.array(AffectedAdSet),
  }),
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id, although_used = false }, { client, progress }) {
    const audience = audienceOf(await client.node(AUDIENCES, audience_id));
    progress(1, 3, 'looking for ad sets that use it');
    const { account_id } = audience;
    const affected_ad_sets = account_id ? ((await adSetsByAudience(client, account_id)).get(audience_id) ?? []) : [];
    if (!although_used) {
      const users = affected_ad_sets.map(({ effective_status: status, ...adSet }) => ({ ...adSet, status }));
      refuseWhileUsed('audience_id', 'ad sets', users, 'Take it out of their targeting with update_ad_set');
    }
    progress(2, 3, 'deleting');
    const deleted = await removeAndLook(
      `The audience ${audience_id} was deleted`,
      () => client.remove(audience_id, audience.account_id),
      () => isGone(() => client.node(AUDIENCES, audience_id)),
    );
    return { deleted, audience, affected_ad_sets };
  },
});
