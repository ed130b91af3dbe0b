import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { removeAndLook } from '../../../tools/read-back.ts';
import { Audience, audienceOf, findAudience } from '../audiences.ts';
import { channel } from '../channel.ts';
import { notFound } from '../missing.ts';

export default defineTool(channel, {
  name: 'delete_audience',
  title: 'Delete an audience',
  description: 'Delete an audience; this cannot be undone. Ad groups that target it lose it.',
  toolset: 'audiences',
  access: 'destructive',
  repeat: 'safe',
  input: z.strictObject({ audience_id: Id.describe('From list_audiences') }),
  output: z.object({ deleted: z.boolean(), audience: Audience }),
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id }, { client, account }) {
    const held = await findAudience(client, account, audience_id);
    if (!held) throw notFound('audience', audience_id, account, 'list_audiences');
    const deleted = await removeAndLook(
      `The audience ${audience_id} was deleted`,
      () => client.change('dmp/custom_audience/delete', { custom_audience_ids: [audience_id] }, z.unknown(), account),
      async () => (await findAudience(client, account, audience_id)) === undefined,
    );
    return { deleted, audience: audienceOf(held) };
  },
});
