import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { isGone, removeAndLook } from '../../../tools/read-back.ts';
import { refuseWhileUsed } from '../../../tools/while-used.ts';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';
import { adSetsByAudience, audienceOf } from '../resources/audience.ts';
import { BATCH_MAX, nodesOf } from '../resources/batch.ts';
import { AUDIENCES } from '../wire.ts';

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
    affected_ad_sets: z.array(z.unknown()).describe('{id, name, effective_status}'),
  }),
  look: ({ audience_id }) => ({ tool: 'list_audiences', arguments: { audience_ids: [audience_id] } }),
  async run({ audience_id, although_used = false }, { client, progress }) {
    const audience = audienceOf(await client.node(AUDIENCES, audience_id));
    refuseForLookalikes(await lookalikesOf(client, audience.lookalike_audience_ids ?? []));
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

/** Lookalikes that can be read: the platform may go on listing deleted ones. */
async function lookalikesOf(client: SocialClient, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH_MAX) }, (_, batch) =>
    nodesOf(
      client,
      ids.slice(batch * BATCH_MAX, (batch + 1) * BATCH_MAX).map((id) => ({ kind: AUDIENCES, id })),
    ),
  );
  return (await Promise.all(batches)).flat().flatMap((one) => (one instanceof Failure ? [] : [one]));
}

/** The platform refuses this as well (2656), and names ids at most. */
function refuseForLookalikes(lookalikes: readonly { id: string; name: string }[]): void {
  if (lookalikes.length === 0) return;
  throw new Failure({
    code: 'conflict',
    message: `Lookalikes are built on it: ${lookalikes.map(({ id, name }) => `${id} "${name}"`).join(', ')}.`,
    problems: [{ field: 'audience_id', message: 'is the source of lookalikes' }],
    nextStep: `The platform deletes it after its lookalikes only: ${lookalikes
      .map(({ id }) => `delete_audience ${JSON.stringify({ audience_id: id })}`)
      .join(', ')}. Nothing was changed.`,
  });
}
