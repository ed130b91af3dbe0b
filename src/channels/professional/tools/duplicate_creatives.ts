import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { COPIES_MAX, copyResult, creativeCopy, creativesToCopy } from '../copies/creative.ts';
import { readCampaign } from '../resources/campaign.ts';
import { creativesPath, shownCreative } from '../resources/creative.ts';
import { CampaignId, CreativeId, idIn, urnOf } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import { WireCreative } from '../wire.ts';

export default defineTool(channel, {
  name: 'duplicate_creatives',
  title: 'Duplicate creatives',
  description:
    'Copies the creatives (shown as Ads) of a campaign into another of the same kind, as drafts. Rejected and archived ones are left out. Switch them on with bulk_update, status ACTIVE.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    campaign_id: CampaignId.describe('Campaign (shown as Ad set) whose creatives are copied'),
    into_campaign_id: CampaignId.describe('Campaign they are copied into; the same one is allowed'),
    creative_ids: z.array(CreativeId).min(1).max(COPIES_MAX).optional().describe('Only these of them'),
  }),
  output: z.object({
    created: z.number(),
    refused: z.number(),
    results: z
      .array(z.looseObject({ source_id: z.string() }))
      .describe('With id and outcome created, or refused with its error'),
    left_out: z.array(z.object({ source_id: z.string(), why: z.string() })),
    creatives: z.array(asListed('list_creatives')),
  }),
  look: ({ into_campaign_id }) => ({ tool: 'list_creatives', arguments: { campaign_ids: [into_campaign_id] } }),
  async run({ campaign_id, into_campaign_id, creative_ids }, { client, account }) {
    const into = readCampaign(client, account, into_campaign_id);
    await existing(into, 'campaign', 'into_campaign_id');
    const { fit, unfit } = await creativesToCopy(client, account, campaign_id, creative_ids);
    const answers = await client.createEach(
      creativesPath(account),
      fit.map((creative) => creativeCopy(creative, into_campaign_id)),
      account,
    );
    const results = fit.map(({ id }, at) => copyResult(idIn(id), answers[at]!));
    const made = results.flatMap((result) => (result.outcome === 'created' ? [result.id] : []));
    return {
      created: made.length,
      refused: results.length - made.length,
      results,
      left_out: unfit,
      creatives: await readBack(`${made.length} creatives were copied`, () => madeOnes(client, account, made)),
    };
  },
});

async function madeOnes(client: ProfessionalClient, account: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const params = { q: 'criteria', creatives: ids.map((id) => urnOf('sponsoredCreative', id)) };
  const { items } = await client.list(creativesPath(account), WireCreative, {
    limit: ids.length,
    params,
    account,
    pageMax: 100,
  });
  return items.length === ids.length ? items.map(shownCreative) : undefined;
}
