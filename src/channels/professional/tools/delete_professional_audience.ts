import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { isGone, removeAndLook } from '../../../tools/read-back.ts';
import { refuseWhileUsed } from '../../../tools/while-used.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { audienceUses, UsingCampaign } from '../resources/audience-uses.ts';
import { AudienceId, derivedAudiences, ListShown, listMeant, listOf, readList } from '../resources/customer-list.ts';

export default defineTool(channel, {
  name: 'delete_professional_audience',
  title: 'Delete an audience list',
  description:
    'Deletes a list of people or companies; this cannot be undone. Refused while living campaigns (shown as Ad set) are aimed at it or exclude it, or lookalike or predictive audiences may be made from it, unless although_used.',
  toolset: 'audiences',
  access: 'destructive',
  repeat: 'safe',
  input: z.strictObject({
    audience_id: AudienceId,
    although_used: z.boolean().optional().describe('Delete it all the same; those campaigns lose it'),
  }),
  output: z.object({
    deleted: z.boolean(),
    audience: ListShown,
    affected_campaigns: z.array(UsingCampaign),
    may_be_affected: z.array(z.looseObject({})).optional().describe('Lookalike and predictive audiences'),
  }),
  look: () => ({ tool: 'list_professional_audiences', arguments: {} }),
  async run({ audience_id, although_used = false }, { client, account }) {
    const held = await listMeant(client, account, audience_id);
    const audience = listOf(held);
    const [usesOf, derived] = await Promise.all([audienceUses(client, account), derivedAudiences(client, account)]);
    const affected_campaigns = audience.urn ? usesOf(audience.urn) : [];
    if (!although_used) {
      const remedy = 'Take it out of their targeting with update_professional_campaign';
      refuseWhileUsed('audience_id', 'campaigns', affected_campaigns, remedy);
      const kind = 'audiences that may be made from it (the platform does not tell from which list)';
      refuseWhileUsed('audience_id', kind, derived, "Look up their source in the platform's own interface");
    }
    const deleted = await removeAndLook(
      `The audience ${held.id} was deleted`,
      () => client.remove(pathOf`/dmpSegments/${held.id}`, account),
      () => isGone(() => readList(client, account, held.id)),
    );
    return { deleted, audience, affected_campaigns, ...(derived.length > 0 && { may_be_affected: derived }) };
  },
});
