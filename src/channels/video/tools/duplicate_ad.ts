import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { Ad, adOf, existingAd, findAd, wholeContentOf } from '../resources/ad.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { automationOf, existingCampaign } from '../resources/campaign.ts';
import { CallToAction, plainText } from '../resources/fields.ts';
import { findSmartAd, smartAdOf, smartReplacement } from '../resources/smart-ad.ts';
import type { SmartAd, Ad as Wire } from '../wire.ts';

const input = z.strictObject({
  ad_id: Id.describe('Ad to copy'),
  ad_name: plainText(512).describe('Name of the copy'),
  ad_group_id: Id.optional().describe('Ad group of the copy; its own when left out'),
  ad_text: plainText(100).optional().describe('Another text; for a Smart+ ad the only one'),
  call_to_action: CallToAction.optional(),
  landing_page_url: WebAddress.optional().describe('Another landing page'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'duplicate_ad',
  title: 'Duplicate an ad',
  description:
    'Copy an ad with its video, images, identity and texts, switched off, into its own or another ad group of the same kind; what is named differs from the original.',
  toolset: 'copies',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ ad: Ad, ...servingOutput }),
  look: ({ ad_name }) => ({ tool: 'list_ads', arguments: { name_contains: ad_name } }),
  async run(args, { client, account }) {
    const { manual, smart } = await existingAd(client, account, args.ad_id);
    const ad_group_id = args.ad_group_id ?? (manual ?? smart).adgroup_id;
    const group = await existingAdGroup(client, account, ad_group_id);
    const campaign = await existingCampaign(client, account, group.campaign_id);
    const problems = kindProblems(smart ? 'SMART_PLUS' : 'MANUAL', automationOf(campaign));
    if (problems.length > 0) throw invalidArguments(problems);
    const ad = manual
      ? await copyOf(client, account, ad_group_id, manual, args)
      : await smartCopyOf(client, account, ad_group_id, smart, args);
    return { ad, ...(await servingReport(client, account, 'ad', ad.id)) };
  },
});

function kindProblems(kind: string, wanted: string): Problem[] {
  if (kind === wanted) return [];
  return [
    { field: 'ad_group_id', message: `is ${wanted}, and the ad is ${kind}: choose an ad group of the same kind` },
  ];
}

async function copyOf(client: VideoClient, account: string, adgroup_id: string, held: Wire, args: Arguments) {
  const { ad_id: _, call_to_action_id, ...content } = wholeContentOf(held);
  const { ad_name, ad_text, call_to_action, landing_page_url } = args;
  const changes = { ad_name, ad_text, call_to_action, landing_page_url, operation_status: 'DISABLE' };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  // A dynamic button would win over the one that is asked for.
  const button = call_to_action === undefined && call_to_action_id ? { call_to_action_id } : {};
  const body = { adgroup_id, creatives: [{ ...content, ...button, ...given }] };
  const { ad_ids } = await client.change('ad/create', body, z.object({ ad_ids: z.array(z.string()).min(1) }), account);
  const wire = await readBack(`The ad ${ad_ids[0]} was created, switched off`, () =>
    findAd(client, account, ad_ids[0]!),
  );
  return adOf(wire);
}

async function smartCopyOf(client: VideoClient, account: string, adgroup_id: string, held: SmartAd, args: Arguments) {
  const { smart_plus_ad_id: _, ...content } = smartReplacement(held, {
    ad_name: args.ad_name,
    ad_texts: args.ad_text === undefined ? undefined : [args.ad_text],
    call_to_actions: args.call_to_action === undefined ? undefined : [args.call_to_action],
    landing_page_url: args.landing_page_url,
  });
  // Without their ids, so that the copy gets new creatives.
  const creative_list = held.creative_list?.map(({ creative_info }) => ({ creative_info }));
  const body = { ...content, creative_list, adgroup_id, operation_status: 'DISABLE' };
  const Made = z.object({ smart_plus_ad_id: z.string() });
  const { smart_plus_ad_id: id } = await client.change('smart_plus/ad/create', body, Made, account);
  const wire = await readBack(`The ad ${id} was created, switched off`, () => findSmartAd(client, account, id));
  return smartAdOf(wire);
}
