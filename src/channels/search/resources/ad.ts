import { z } from 'zod';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { equal, Literal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

export const AD_FIELDS = [
  'ad_group_ad.status',
  'ad_group_ad.ad_strength',
  'ad_group_ad.primary_status',
  'ad_group_ad.policy_summary.approval_status',
  'ad_group_ad.policy_summary.review_status',
  'ad_group_ad.policy_summary.policy_topic_entries',
  'ad_group_ad.ad.id',
  'ad_group_ad.ad.name',
  'ad_group_ad.ad.type',
  'ad_group_ad.ad.final_urls',
  'ad_group_ad.ad.responsive_search_ad.headlines',
  'ad_group_ad.ad.responsive_search_ad.descriptions',
  'ad_group_ad.ad.responsive_search_ad.path1',
  'ad_group_ad.ad.responsive_search_ad.path2',
  'ad_group.id',
  'ad_group.name',
  'campaign.id',
];

const Pinned = z.object({ text: z.string(), position: z.string() });

export const AdOutput = z.object({
  id: z.string(),
  name: z.string().optional(),
  status: z.string(),
  type: z.string(),
  ad_strength: z.string().optional(),
  approval_status: z.string().optional(),
  review_status: z.string().optional(),
  policy_topics: z.array(z.string()).optional(),
  final_urls: z.array(z.string()),
  headlines: z.array(z.string()).optional(),
  descriptions: z.array(z.string()).optional(),
  pinned: z.array(Pinned).optional(),
  path1: z.string().optional(),
  path2: z.string().optional(),
  ad_group_id: z.string(),
  campaign_id: z.string(),
});

export function shownAd({ adGroupAd, adGroup, campaign }: Row): z.infer<typeof AdOutput> {
  const { ad, policySummary: policy } = adGroupAd ?? {};
  const responsive = ad?.responsiveSearchAd;
  const topics = policy?.policyTopicEntries.map(({ topic }) => topic ?? '') ?? [];
  const pinned = [...(responsive?.headlines ?? []), ...(responsive?.descriptions ?? [])].flatMap(
    ({ text, pinnedField }) => (pinnedField === undefined ? [] : [{ text, position: pinnedField }]),
  );
  return {
    id: ad?.id ?? '',
    name: ad?.name,
    status: adGroupAd?.status ?? 'UNKNOWN',
    type: ad?.type ?? 'UNKNOWN',
    ad_strength: adGroupAd?.adStrength,
    approval_status: policy?.approvalStatus,
    review_status: policy?.reviewStatus,
    policy_topics: topics.length > 0 ? topics : undefined,
    final_urls: ad?.finalUrls ?? [],
    headlines: responsive?.headlines.map(({ text }) => text),
    descriptions: responsive?.descriptions.map(({ text }) => text),
    pinned: pinned.length > 0 ? pinned : undefined,
    path1: responsive?.path1 || undefined,
    path2: responsive?.path2 || undefined,
    ad_group_id: adGroup?.id ?? '',
    campaign_id: campaign?.id ?? '',
  };
}

export function adRow(client: SearchClient, account: string, id: string): Promise<Row | undefined> {
  return client.row(account, {
    select: AD_FIELDS,
    from: 'ad_group_ad',
    where: [equal('ad_group_ad.ad.id', Literal.digits(id))],
  });
}

export async function existingAd(client: SearchClient, account: string, id: string): Promise<Row> {
  const found = await adRow(client, account, id);
  if (!found) throw notFound({ what: 'ad', id, list: 'list_ads', accountArgument: 'customer_id' });
  return found;
}
