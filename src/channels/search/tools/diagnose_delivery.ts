import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { diagnosed, diagnosis, OptionalReads } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { notFound } from '../../../tools/not-found.ts';
import { exactlyOne, needs } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import {
  declarationFindings,
  keywordFindings,
  learningFindings,
  lossFindings,
  recentNumbers,
  reviewFindings,
  scheduleFindings,
} from '../delivery/deeper-findings.ts';
import { obstaclesIn, readSurroundings } from '../delivery/diagnose.ts';
import type { Subject, Surroundings } from '../delivery/findings.ts';
import { existingAd } from '../resources/ad.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { existingAssetGroup } from '../resources/asset-group.ts';
import { existingCampaign } from '../resources/campaign.ts';

const input = z.strictObject({
  campaign_id: Id.optional().describe('One of these'),
  ad_group_id: Id.optional().describe('One of these; with keyword_id the keyword in it'),
  ad_id: Id.optional().describe('One of these'),
  asset_group_id: Id.optional().describe('One of these'),
  keyword_id: Id.optional().describe('With ad_group_id'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'diagnose_delivery',
  title: 'Why is this not delivering?',
  description:
    'Why a campaign, ad group, ad, keyword or asset group is not shown, or too little: its status and its parents’, review, schedule, budget, bids, learning, declaration; each finding with the call that mends it.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input,
  output: z.object(diagnosis),
  rules: (args) => [
    ...exactlyOne(args, ['campaign_id', 'ad_group_id', 'ad_id', 'asset_group_id']),
    ...needs(args, 'keyword_id', 'ad_group_id'),
  ],
  async run(args, { client, account }) {
    const around = await readSurroundings(client, account, await subjectOf(args, client, account));
    if (args.keyword_id && around.keywords.length === 0)
      throw notFound({
        what: 'keyword',
        id: args.keyword_id,
        where: `the ad group ${args.ad_group_id}`,
        list: 'list_keywords',
      });
    const reads = new OptionalReads();
    const [schedule, losses, recent] = await Promise.all([
      reads.of('schedule', scheduleFindings(client, account, around), []),
      reads.of('budget', lossFindings(client, account, around), []),
      reads.of('recent numbers', recentNumbers(client, account, around), undefined),
    ]);
    const findings = [
      ...obstaclesIn(around),
      ...reviewFindings(around),
      ...schedule,
      ...declarationFindings(around),
      ...keywordFindings(around),
      ...losses,
      ...learningFindings(around),
    ];
    return diagnosed(lineage(around), findings, { recent, unchecked: reads.unchecked });
  },
});

async function subjectOf(args: Arguments, client: SearchClient, account: string): Promise<Subject> {
  const { ad_group_id, ad_id, asset_group_id, keyword_id } = args;
  if (asset_group_id !== undefined) {
    const { shown } = await existingAssetGroup(client, account, asset_group_id);
    return { level: 'asset_group', campaignId: shown.campaign_id, assetGroupId: asset_group_id };
  }
  if (ad_id !== undefined) {
    const { campaign, adGroup } = await existingAd(client, account, ad_id);
    return { level: 'ad', campaignId: campaign?.id ?? '', adGroupId: adGroup?.id, adId: ad_id };
  }
  if (ad_group_id !== undefined) {
    const { campaign } = await existingAdGroup(client, account, ad_group_id);
    const group = { campaignId: campaign?.id ?? '', adGroupId: ad_group_id };
    return keyword_id ? { level: 'keyword', ...group, keywordId: keyword_id } : { level: 'ad_group', ...group };
  }
  const { campaign } = await existingCampaign(client, account, args.campaign_id ?? '');
  return { level: 'campaign', campaignId: campaign?.id ?? '' };
}

/** The object itself first, then what stands above it. */
function lineage({ subject, campaign: row, adGroups, ads, keywords, assetGroups }: Surroundings) {
  const { campaign } = row ?? {};
  const [group, ad, keyword, assets] = [
    adGroups[0]?.adGroup,
    ads[0]?.adGroupAd,
    keywords[0]?.adGroupCriterion,
    assetGroups[0]?.assetGroup,
  ];
  const all = [
    ...(subject.adId ? [{ level: 'ad', id: subject.adId, name: ad?.ad?.name, status: ad?.status }] : []),
    ...(subject.keywordId
      ? [{ level: 'keyword', id: subject.keywordId, name: keyword?.keyword?.text, status: keyword?.status }]
      : []),
    ...(subject.adGroupId
      ? [{ level: 'ad_group', id: subject.adGroupId, name: group?.name, status: group?.status }]
      : []),
    ...(subject.assetGroupId
      ? [{ level: 'asset_group', id: subject.assetGroupId, name: assets?.name, status: assets?.status }]
      : []),
    {
      level: 'campaign',
      id: subject.campaignId,
      name: campaign?.name,
      status: campaign?.status,
      effective_status: campaign?.primaryStatus,
    },
  ];
  return all.map(({ name = '', status = 'REMOVED', ...rest }) => ({ ...rest, name, status }));
}
