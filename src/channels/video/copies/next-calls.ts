import { Failure } from '../../../errors.ts';
import { FILL_IN, type ReadyCall } from '../../../tools/ready-call.ts';
import type { VideoClient } from '../client.ts';
import { adGroupOf } from '../resources/ad-group.ts';
import type { AdGroup, Campaign } from '../wire.ts';
import { contentsOf, type Times } from './campaign.ts';

/** The calls that copy ad groups into a campaign; one that has ended needs an end which only the caller can know. */
export function groupCopies(
  groups: readonly AdGroup[],
  campaign_id: string,
  { start_time, end_time, percent }: Times & { percent?: number | undefined },
  now: number,
): ReadyCall[] {
  return groups.map((group) => {
    const { end_time: ended } = adGroupOf(group, 'USD');
    const end = end_time ?? (ended !== undefined && Date.parse(ended) <= now ? FILL_IN : undefined);
    return {
      tool: 'duplicate_ad_group',
      arguments: {
        ad_group_id: group.adgroup_id,
        ad_group_name: group.adgroup_name,
        campaign_id,
        ...(percent !== undefined && { percent }),
        ...(start_time !== undefined && { start_time }),
        ...(end !== undefined && { end_time: end }),
      },
      purpose: `Copy the ad group "${group.adgroup_name}" into the new campaign`,
    };
  });
}

/** The calls that copy the ads of an ad group, or the one that shows them where they cannot be read now. */
export async function adCopies(
  client: VideoClient,
  account: string,
  campaign: Campaign,
  group: string,
): Promise<(copy: string) => ReadyCall[]> {
  try {
    const ads = (await contentsOf(client, account, campaign)).ads.filter((ad) => ad.group === group);
    return (copy) =>
      ads.map(({ id, name }) => ({
        tool: 'duplicate_ad',
        arguments: { ad_id: id, ad_name: name, ad_group_id: copy },
        purpose: `Copy the ad "${name}"`,
      }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const purpose = 'See its ads, which could not be read now; duplicate_ad copies each';
    return () => [{ tool: 'list_ads', arguments: { ad_group_ids: [group] }, purpose }];
  }
}
