import { type Finding, keepsFromServing } from '../../../tools/diagnosis.ts';
import type { VideoClient } from '../client.ts';
import { existingAd, listAds } from '../resources/ad.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { isLifetime } from '../resources/budget.ts';
import { existingCampaign } from '../resources/campaign.ts';
import type { Switched } from '../resources/fields.ts';
import type { Level } from '../resources/level.ts';
import { hidesReview, isRejected, rejectionsOf } from '../resources/review.ts';
import { spentOf } from '../resources/spend.ts';
import { AD_GROUPS, type AdGroup, type Advertiser, type Campaign } from '../wire.ts';
import {
  advertiserFindings,
  budgetFindings,
  type Delivering,
  finding,
  rejectionFindings,
  scheduleFindings,
  statusFindings,
  wordFindings,
} from './findings.ts';

/** How many ad groups or ads are examined one by one. */
export const PARTS_MAX = 5;
/** So many of them until one is found that runs. */
const PARTS_READ_MAX = 20;
const EVERY = Number.POSITIVE_INFINITY;

/** An object with its parents, its ad groups and its advertiser. */
export interface Surroundings {
  level: Level;
  advertiser: Advertiser;
  campaign: Campaign;
  /** The likeliest to run first, because only some of a campaign's many are examined. */
  groups: readonly AdGroup[];
  ad: Delivering | undefined;
  now: number;
}

export async function readSurroundings(
  client: VideoClient,
  account: string,
  level: Level,
  id: string,
): Promise<Surroundings> {
  const ad = level === 'ad' ? await existingAd(client, account, id) : undefined;
  const adWire = ad && (ad.manual ?? ad.smart);
  const groupId = level === 'ad_group' ? id : adWire?.adgroup_id;
  const group = groupId === undefined ? undefined : await existingAdGroup(client, account, groupId);
  const campaign = await existingCampaign(client, account, group?.campaign_id ?? id);
  const groups = group
    ? [group]
    : (await client.list(AD_GROUPS, account, { limit: EVERY, filtering: { campaign_ids: [id] } })).items;
  const shownId = ad?.smart ? ad.smart.smart_plus_ad_id : id;
  const around: Surroundings = {
    level,
    advertiser: await client.advertiser(account),
    campaign,
    groups,
    ad: adWire && { ...pickStatus(adWire), level: 'ad', id: shownId, name: adWire.ad_name },
    now: client.session.platformNow(),
  };
  return { ...around, groups: groups.toSorted((a, b) => stopsOf(a, around) - stopsOf(b, around)) };
}

function pickStatus({ operation_status, secondary_status }: Switched): Switched {
  return { operation_status, secondary_status };
}

export const asDelivering = {
  campaign: (one: Campaign): Delivering => ({
    ...pickStatus(one),
    level: 'campaign',
    id: one.campaign_id,
    name: one.campaign_name,
  }),
  group: (one: AdGroup): Delivering => ({
    ...pickStatus(one),
    level: 'ad_group',
    id: one.adgroup_id,
    name: one.adgroup_name,
  }),
};

/** The object itself first, then its parents. */
export function lineage({ level, campaign, groups, ad }: Surroundings): Delivering[] {
  const group = level === 'campaign' ? [] : groups.slice(0, 1).map(asDelivering.group);
  return [...(ad ? [ad] : []), ...group, asDelivering.campaign(campaign)];
}

/** Findings from the fields of the objects, from the advertiser down to the ad. */
export async function obstacles(client: VideoClient, account: string, around: Surroundings): Promise<Finding[]> {
  const { campaign, groups, ad, level, advertiser } = around;
  const own = asDelivering.campaign(campaign);
  const spent = (of: { campaign_id: string } | { adgroup_id: string }, mode: Campaign['budget_mode']) =>
    spentOf(client, account, of, isLifetime(mode) ? 'ever' : 'today');
  const found = [
    ...advertiserFindings(advertiser),
    ...statusFindings(own),
    ...wordFindings(own),
    ...(campaign.budget
      ? budgetFindings(own, campaign, await spent({ campaign_id: campaign.campaign_id }, campaign.budget_mode))
      : []),
  ];
  const inGroup = async (group: AdGroup) => {
    const held = campaign.budget_optimize_on ? 0 : group.budget;
    const one = asDelivering.group(group);
    return [
      ...ownFindings(group, around),
      ...(held ? budgetFindings(one, group, await spent({ adgroup_id: one.id }, group.budget_mode)) : []),
      ...(ad ? [] : await adsIn(client, account, group)),
    ];
  };
  const { inGroups, mayBeServed } = await untilServed(around, inGroup);
  // One ad group that runs is enough for a campaign.
  const parts = inGroups.flat().map((one) => (level === 'campaign' && mayBeServed ? { ...one, stops: false } : one));
  const none =
    groups.length === 0
      ? [
          {
            ...finding('parts', own.level, own.id, 'The campaign has no ad group'),
            mend: createGroup(campaign.campaign_id),
          },
        ]
      : [];
  return [
    ...found,
    ...none,
    ...parts,
    ...(ad ? [...statusFindings(ad), ...(await reviewOf(client, account, ad))] : []),
  ];
}

/** Findings from an ad group's own fields. */
function ownFindings(group: AdGroup, { ad, now }: Surroundings): Finding[] {
  const one = asDelivering.group(group);
  return [
    ...statusFindings(one),
    ...scheduleFindings(group, now),
    // For an ad its own review is shown below.
    ...(ad || isRejected(one) ? [] : wordFindings(one)),
  ];
}

function stopsOf(group: AdGroup, around: Surroundings): number {
  return ownFindings(group, around).filter(({ stops }) => stops).length;
}

/** Examines ad groups until one is found that runs; nothing is claimed of those that are left. */
async function untilServed(
  around: Surroundings,
  examine: (group: AdGroup) => Promise<Finding[]>,
): Promise<{ inGroups: Finding[][]; mayBeServed: boolean }> {
  const { groups } = around;
  const inGroups: Finding[][] = [];
  const isServed = () => inGroups.some((findings) => !findings.some(({ stops }) => stops));
  const examined = groups
    .slice(0, PARTS_READ_MAX)
    .filter((group, at) => at < PARTS_MAX || stopsOf(group, around) === 0);
  for (let at = 0; at < examined.length && !isServed(); at += PARTS_MAX)
    inGroups.push(...(await Promise.all(examined.slice(at, at + PARTS_MAX).map(examine))));
  const isLeft = groups.slice(PARTS_READ_MAX).some((group) => stopsOf(group, around) === 0);
  return { inGroups: inGroups.slice(0, PARTS_MAX), mayBeServed: isServed() || isLeft };
}

function createGroup(campaign_id: string): Finding['mend'] {
  return { tool: 'create_ad_group', arguments: { campaign_id } };
}

/** Findings from the status of an ad, with the reasons for a rejection. */
async function reviewOf(client: VideoClient, account: string, ad: Delivering): Promise<Finding[]> {
  const rejected = await rejectedAmong(client, account, [ad]);
  const words = isRejected(ad) ? [] : wordFindings(ad);
  return [...words, ...[...rejected.values()].flatMap((reasons) => rejectionFindings(ad, reasons))];
}

/** The rejected ads with the reasons for it. A status says one thing only: a budget that is spent hides a rejection. */
async function rejectedAmong(
  client: VideoClient,
  account: string,
  ads: readonly Delivering[],
): Promise<Map<Delivering, readonly string[]>> {
  const asked = ads.filter((ad) => isRejected(ad) || hidesReview(ad));
  if (asked.length === 0) return new Map();
  const ids = asked.map(({ id }) => id);
  const reasons = await rejectionsOf(client, account, ids);
  return new Map(
    asked
      .filter((ad) => isRejected(ad) || (reasons.get(ad.id)?.length ?? 0) > 0)
      .map((ad) => [ad, reasons.get(ad.id) ?? []] as const),
  );
}

/** Findings when an ad group has no ad that is on, or has rejected ones. */
async function adsIn(client: VideoClient, account: string, group: AdGroup): Promise<Finding[]> {
  const filtering = { adgroup_ids: [group.adgroup_id] };
  const { items } = await listAds(client, account, { limit: EVERY, filtering });
  const one = asDelivering.group(group);
  if (items.length === 0) {
    const mend = { tool: 'create_ad', arguments: { ad_group_id: group.adgroup_id } };
    return [{ ...finding('parts', one.level, one.id, `The ad group "${one.name}" has no ad`), mend }];
  }
  const on = items.filter(({ status }) => status === 'ENABLE');
  const switchedOn = on.map(
    (ad): Delivering => ({ level: 'ad', id: ad.id, name: ad.name, secondary_status: ad.delivery_status }),
  );
  const rejected = [...(await rejectedAmong(client, account, switchedOn))];
  const stops = rejected.length === on.length;
  if (rejected.length > 0)
    return rejected
      .slice(0, PARTS_MAX)
      .flatMap(([ad, reasons]) => rejectionFindings(ad, reasons))
      .map((one) => ({ ...one, stops }));
  if (on.length > 0) return [];
  const mend = { tool: 'list_ads', arguments: { ad_group_id: group.adgroup_id } };
  return [{ ...finding('parts', one.level, one.id, `All ads of the ad group "${one.name}" are off`), mend }];
}

/** `keeps_from_serving` in the reply of a tool that creates or switches on an object. */
export function servingReport(client: VideoClient, account: string, level: Level, id: string) {
  const find = async () => obstacles(client, account, await readSurroundings(client, account, level, id));
  return keepsFromServing(find, { campaign: 'list_campaigns', ad_group: 'list_ad_groups', ad: 'list_ads' }[level]);
}

export async function servingReportIfOn(
  status: string | undefined,
  client: VideoClient,
  account: string,
  level: Level,
  id: string,
): Promise<Partial<Awaited<ReturnType<typeof servingReport>>>> {
  return status === 'ENABLE' ? servingReport(client, account, level, id) : {};
}
