import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { waitFor } from '../../../tools/wait-for.ts';
import type { Params, VideoClient } from '../client.ts';
import { adGroupOf } from '../resources/ad-group.ts';
import { automationOf, pathFor } from '../resources/campaign.ts';
import { platformSchedule } from '../resources/schedule.ts';
import { AD_GROUPS, ADS, type AdGroup, type Campaign, SMART_ADS } from '../wire.ts';

const LIVING = { primary_status: 'STATUS_NOT_DELETE' };
/** The most ad groups and ads in one copy. */
const MOST = { MANUAL: { groups: 20, ads: 50 }, SMART_PLUS: { groups: 10, ads: 30 } } as const;
/** The platform says that a copy may take a minute; a call does not wait that long. */
const PATIENCE = { firstLookMs: 1000, pauseMs: 1000, patienceMs: 20_000 };

interface SeenAd {
  id: string;
  name: string;
  group: string;
  status: string;
}

export interface Contents {
  groups: AdGroup[];
  ads: SeenAd[];
}

/** Ad groups and ads of a campaign, without deleted ones. */
export async function contentsOf(client: VideoClient, account: string, campaign: Campaign): Promise<Contents> {
  const filtering = { campaign_ids: [campaign.campaign_id], ...LIVING };
  const [groups, ads] = await Promise.all([
    client.all(AD_GROUPS, account, filtering),
    automationOf(campaign) === 'MANUAL'
      ? client.all(ADS, account, filtering).then((all) => all.map((ad) => seen(ad.ad_id, ad)))
      : client.all(SMART_ADS, account, filtering).then((all) => all.map((ad) => seen(ad.smart_plus_ad_id, ad))),
  ]);
  return { groups: groups.reverse(), ads: ads.reverse() };
}

interface SeenOnWire {
  ad_name?: string | null | undefined;
  adgroup_id: string;
  operation_status?: string | null | undefined;
}

function seen(id: string, ad: SeenOnWire): SeenAd {
  return { id, name: ad.ad_name ?? id, group: ad.adgroup_id, status: ad.operation_status ?? 'DISABLE' };
}

export interface Times {
  start_time?: string | undefined;
  end_time?: string | undefined;
}

/** Refusals where the platform cannot copy the whole campaign. */
export function copyProblems(campaign: Campaign, { groups, ads }: Contents): Problem[] {
  const most = MOST[automationOf(campaign)];
  const problem = (message: string) => [{ field: 'campaign_id', message }];
  if (ads.length === 0) return problem('has no ad group with an ad, and the platform copies only such campaigns whole');
  if (groups.length > most.groups) return problem(`has ${groups.length} ad groups; the platform copies ${most.groups}`);
  const full = groups.find((group) => ads.filter((ad) => ad.group === group.adgroup_id).length > most.ads);
  return full ? problem(`has more than ${most.ads} ads in the ad group ${full.adgroup_id}`) : [];
}

/** The ad groups without ads, which the platform leaves out of a copy. */
export function emptyGroups({ groups, ads }: Contents): AdGroup[] {
  return groups.filter((group) => !ads.some((ad) => ad.group === group.adgroup_id));
}

/** Each ad group and ad with its present status. The platform does not copy ad groups without ads. */
export function copyBody(campaign: Campaign, { groups, ads }: Contents, times: Times, now: number): Params {
  const isSmart = automationOf(campaign) === 'SMART_PLUS';
  const filled = groups.filter((group) => ads.some((ad) => ad.group === group.adgroup_id));
  return {
    deep_copy_mode: 'CUSTOM',
    ...(isSmart && scheduleOf(filled[0]!, times, now)),
    adgroup_list: filled.map((group) => ({
      adgroup_id: group.adgroup_id,
      operation_status: group.operation_status ?? 'DISABLE',
      ...(!isSmart && scheduleOf(group, times, now)),
      ad_list: ads
        .filter((ad) => ad.group === group.adgroup_id)
        .map(({ id, status }) => ({ [isSmart ? 'smart_plus_ad_id' : 'ad_id']: id, operation_status: status })),
    })),
  };
}

/** The platform does not copy a schedule that has begun, so that one begins now. */
function scheduleOf(group: AdGroup, times: Times, now: number): Params {
  const shown = adGroupOf(group, 'USD');
  const begins = Date.parse(shown.start_time ?? '') > now ? shown.start_time : new Date(now).toISOString();
  const end_time = times.end_time ?? shown.end_time;
  return {
    schedule_type: end_time === undefined ? 'SCHEDULE_FROM_NOW' : 'SCHEDULE_START_END',
    ...platformSchedule({ start_time: times.start_time ?? begins, end_time }),
  };
}

/** Ad groups whose end has passed, or that end at different times where only one time can be given. */
export function scheduleProblems(campaign: Campaign, { groups }: Contents, times: Times, now: number): Problem[] {
  if (times.end_time !== undefined) return [];
  const ends = groups.map((group) => adGroupOf(group, 'USD').end_time);
  const past = ends.find((end) => end !== undefined && Date.parse(end) <= now);
  if (past !== undefined) return [{ field: 'end_time', message: `is required: an ad group ended on ${past}` }];
  if (automationOf(campaign) === 'MANUAL' || new Set(ends).size <= 1) return [];
  return [{ field: 'end_time', message: 'is required: its ad groups end at different times' }];
}

const Result = z.object({
  task_status: z.string(),
  task_result: z
    .object({
      campaign_id: z.string().nullish(),
      campaign_error_infos: z.array(z.string()).nullish(),
      adgroup_result_list: z
        .array(
          z.object({
            adgroup_id: z.string().nullish(),
            adgroup_name: z.string().nullish(),
            success_ad_count: z.number().nullish(),
            adgroup_error_list: z.array(z.string()).nullish(),
            ad_list_result: z
              .array(
                z.object({
                  is_success: z.boolean(),
                  ad_name: z.string().nullish(),
                  ad_error_list: z.array(z.string()).nullish(),
                }),
              )
              .nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});
export type CopyResult = z.infer<typeof Result>;

/** The result of the copy; undefined while the platform is still copying. */
export function waitForCopy(
  client: VideoClient,
  account: string,
  campaign: Campaign,
  task_id: string,
): Promise<CopyResult | undefined> {
  return waitFor(client.session, PATIENCE, async () => {
    const result = await client.get(pathFor(campaign, 'campaign/copy/task/check'), { task_id }, Result, account);
    return result.task_status === 'RUNNING' ? undefined : result;
  });
}

/** Ad groups and ads that the platform did not copy, with its reasons. */
export function failuresIn({ task_result }: CopyResult): { what: string; why: string }[] {
  const because = (why: readonly string[] | null | undefined) => why?.join('; ') || 'the platform gives no reason';
  return (task_result?.adgroup_result_list ?? []).flatMap((group) => [
    ...(group.adgroup_error_list?.length
      ? [{ what: `ad group ${group.adgroup_name ?? ''}`, why: because(group.adgroup_error_list) }]
      : []),
    ...(group.ad_list_result ?? [])
      .filter(({ is_success }) => !is_success)
      .map((ad) => ({ what: `ad ${ad.ad_name ?? ''}`, why: because(ad.ad_error_list) })),
  ]);
}
