import type { Row } from '../wire.ts';

/** What rows can be about: the resource they are asked from, and the fields that tell which object one is of. */
export const LEVELS = {
  account: { from: 'customer', id: undefined, fields: [] },
  campaign: { from: 'campaign', id: 'campaign.id', fields: ['campaign.id', 'campaign.name', 'campaign.status'] },
  ad_group: { from: 'ad_group', id: 'ad_group.id', fields: ['ad_group.id', 'ad_group.name', 'ad_group.status'] },
  ad: {
    from: 'ad_group_ad',
    id: 'ad_group_ad.ad.id',
    fields: ['ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'ad_group_ad.status'],
  },
} as const;
export type Level = keyof typeof LEVELS;

export function subjectOf(level: Exclude<Level, 'account'>, { campaign, adGroup, adGroupAd }: Partial<Row>) {
  const found = {
    campaign,
    ad_group: adGroup,
    ad: { id: adGroupAd?.ad?.id, name: adGroupAd?.ad?.name, status: adGroupAd?.status },
  }[level];
  return { id: found?.id ?? '', name: found?.name ?? '', status: found?.status ?? 'UNKNOWN' };
}
