import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { removeAndLook } from '../../../tools/read-back.ts';
import { refuseWhileUsed } from '../../../tools/while-used.ts';
import { channel } from '../channel.ts';
import { audienceOf, existingAudience, listName } from '../resources/audience.ts';
import { removing } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'delete_audience',
  title: 'Delete an audience',
  description:
    'Deletes an audience; this cannot be undone. Refused while a campaign, an ad group or another audience uses it, unless although_used.',
  toolset: 'audiences',
  access: 'destructive',
  repeat: 'safe',
  input: z.strictObject({
    audience_id: Id.describe('From list_audiences'),
    although_used: z.boolean().optional().describe('Delete it all the same; those that use it lose it'),
  }),
  output: z.object({ deleted: z.boolean(), audience: asListed('list_audiences') }),
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id, although_used = false }, { client, account }) {
    const audience = await existingAudience(client, account, audience_id);
    if (!although_used) {
      const { campaigns, ad_groups, audiences } = audience.used_by;
      const remedy = 'Take it out of campaigns with update_campaign_targeting (mode remove)';
      refuseWhileUsed(
        'audience_id',
        'campaigns, ad groups or audiences',
        [...campaigns, ...ad_groups, ...audiences],
        remedy,
      );
    }
    const deleted = await removeAndLook(
      `The audience ${audience_id} was deleted`,
      () => client.mutate(account, [removing('userList', listName(account, audience_id), 'audience_id')]),
      async () => (await audienceOf(client, account, audience_id)) === undefined,
    );
    return { deleted, audience };
  },
});
