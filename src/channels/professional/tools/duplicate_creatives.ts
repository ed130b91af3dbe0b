import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { readCampaign } from '../resources/campaign.ts';
import { existing } from '../resources/campaign-group.ts';
import { creativesPath, shownCreative } from '../resources/creative.ts';
import { CampaignId, CreativeId, idIn, urnOf } from '../resources/fields.ts';
import { WireCreative } from '../wire.ts';

const COPIES_MAX = 50;
const OVER = ['ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'];

export default defineTool(channel, {
  name: 'duplicate_creatives',
  title: 'Duplicate creatives',
  description:
    'Copies the creatives (shown as Ads) of a campaign into another of the same kind, as drafts, in one request, with a result each. Rejected and archived ones are left out. Switch them on with bulk_update, status ACTIVE.',
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
    await existing(into, 'into_campaign_id', 'campaign', 'list_professional_campaigns');
    const { fit, unfit } = await sourcesOf(client, account, campaign_id, creative_ids);
    const answers = await client.createEach(
      creativesPath(account),
      fit.map((creative) => copyOf(creative, into_campaign_id)),
      account,
    );
    const results = fit.map(({ id }, at) => resultOf(idIn(id), answers[at]!));
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

async function sourcesOf(
  client: ProfessionalClient,
  account: string,
  campaign: string,
  only: readonly string[] | undefined,
) {
  const params = { q: 'criteria', campaigns: [urnOf('sponsoredCampaign', campaign)] };
  const all = await client.list(creativesPath(account), WireCreative, { limit: 1000, params, account, pageMax: 100 });
  const asked = all.items.filter(({ id }) => only === undefined || only.includes(idIn(id)));
  const strangers = only?.filter((id) => !asked.some((one) => idIn(one.id) === id)) ?? [];
  if (strangers.length > 0)
    throw invalidArguments([
      { field: 'creative_ids', message: `${strangers.join(', ')} are not in campaign ${campaign}` },
    ]);
  const judged = asked.map((creative) => ({ creative, why: unfitness(creative) }));
  const fit = judged.filter(({ why }) => why === undefined).map(({ creative }) => creative);
  if (fit.length === 0)
    throw invalidArguments([{ field: 'campaign_id', message: 'has no creative that could be copied' }]);
  if (fit.length > COPIES_MAX)
    throw invalidArguments([
      { field: 'creative_ids', message: `is required: there are ${fit.length}, and one call copies ${COPIES_MAX}` },
    ]);
  const unfit = judged.flatMap(({ creative, why }) => (why ? [{ source_id: idIn(creative.id), why }] : []));
  return { fit, unfit };
}

function unfitness({ intendedStatus, review }: WireCreative): string | undefined {
  if (OVER.includes(intendedStatus)) return `It is ${intendedStatus}.`;
  return review?.status === 'REJECTED' ? 'It was rejected in review.' : undefined;
}

function copyOf({ content, name, leadgenCallToAction }: WireCreative, campaign: string) {
  return {
    campaign: urnOf('sponsoredCampaign', campaign),
    intendedStatus: 'DRAFT',
    content,
    ...(name && { name }),
    ...(leadgenCallToAction && { leadgenCallToAction }),
  };
}

function resultOf(source_id: string, answer: string | Failure) {
  if (!(answer instanceof Failure))
    return { source_id, outcome: 'created' as const, id: idIn(decodeURIComponent(answer)) };
  const { code, message, nextStep: next_step } = answer.details;
  const outcome = answer.outcome === 'unknown' ? ('unknown' as const) : ('refused' as const);
  return { source_id, outcome, error: { code, message, next_step } };
}

async function madeOnes(client: ProfessionalClient, account: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const params = { q: 'criteria', creatives: ids.map((id) => urnOf('sponsoredCreative', id)) };
  const { items } = await client.list(creativesPath(account), WireCreative, {
    limit: ids.length,
    params,
    account,
    pageMax: 100,
  });
  return items.map(shownCreative);
}
