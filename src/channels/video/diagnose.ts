import type { Finding } from '../../tools/diagnosis.ts';
import { dayIn, daysOf } from '../../tools/report/period.ts';
import { readReport } from '../../tools/report/read-report.ts';
import { adGroupOf, existingAdGroup } from './ad-groups.ts';
import { existingAd, listAds } from './ads.ts';
import { audienceOf } from './audiences.ts';
import { isLifetime } from './budgets.ts';
import { existingCampaign } from './campaigns.ts';
import type { VideoClient } from './client.ts';
import {
  advertiserFindings,
  bidFindings,
  budgetFindings,
  type Delivering,
  finding,
  type Level,
  scheduleFindings,
  statusFindings,
  wordFindings,
} from './delivery.ts';
import type { Switched } from './fields.ts';
import { IntegratedReport } from './report/source.ts';
import { spentOf } from './report/spent.ts';
import { AD_GROUPS, type AdGroup, type Advertiser, AUDIENCES, AudienceSize, type Campaign } from './wire.ts';

/** Parts that are looked into one by one. */
const PARTS_MAX = 5;
const DAY_MS = 86_400_000;
/** Below this many people the platform calls an audience too small. */
const PEOPLE_FEW = 10_000;

/** An object with all it depends on, and what it is made of. */
export interface Surroundings {
  level: Level;
  advertiser: Advertiser;
  campaign: Campaign;
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
    : (await client.list(AD_GROUPS, account, { limit: 100, filtering: { campaign_ids: [id] } })).items;
  const shownId = ad?.smart ? ad.smart.smart_plus_ad_id : id;
  return {
    level,
    advertiser: await client.advertiser(account),
    campaign,
    groups,
    ad: adWire && { ...pickStatus(adWire), level: 'ad', id: shownId, name: adWire.ad_name },
    now: client.session.platformNow(),
  };
}

function pickStatus({ operation_status, secondary_status }: Switched): Switched {
  return { operation_status, secondary_status };
}

const asDelivering = {
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

/** The object itself first, then what stands above it. */
export function lineage({ level, campaign, groups, ad }: Surroundings): Delivering[] {
  const group = level === 'campaign' ? [] : groups.slice(0, 1).map(asDelivering.group);
  return [...(ad ? [ad] : []), ...group, asDelivering.campaign(campaign)];
}

/** What the objects show of themselves, from the outermost to the innermost. */
export async function obstacles(client: VideoClient, account: string, around: Surroundings): Promise<Finding[]> {
  const { campaign, groups, ad, level, now, advertiser } = around;
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
  const inGroups = await Promise.all(
    groups.slice(0, PARTS_MAX).map(async (group) => {
      const held = campaign.budget_optimize_on ? 0 : group.budget;
      const one = asDelivering.group(group);
      return [
        ...statusFindings(one),
        ...scheduleFindings(group, now),
        // An ad tells of its own review.
        ...(ad ? [] : wordFindings(one)),
        ...(held ? budgetFindings(one, group, await spent({ adgroup_id: one.id }, group.budget_mode)) : []),
        ...(ad ? [] : await adsIn(client, account, group)),
      ];
    }),
  );
  const isServed = inGroups.some((findings) => !findings.some(({ stops }) => stops));
  // One ad group that runs is enough for a campaign.
  const parts = inGroups.flat().map((one) => (level === 'campaign' && isServed ? { ...one, stops: false } : one));
  const none =
    groups.length === 0
      ? [{ ...finding('parts', own, 'The campaign has no ad group'), mend: createGroup(campaign.campaign_id) }]
      : [];
  return [...found, ...none, ...parts, ...(ad ? [...statusFindings(ad), ...wordFindings(ad)] : [])];
}

function createGroup(campaign_id: string): Finding['mend'] {
  return { tool: 'create_ad_group', arguments: { campaign_id } };
}

/** Whether a group has an ad that is on. */
async function adsIn(client: VideoClient, account: string, group: AdGroup): Promise<Finding[]> {
  const filtering = { adgroup_ids: [group.adgroup_id] };
  const { items } = await listAds(client, account, { limit: 100, filtering });
  const one = asDelivering.group(group);
  if (items.length === 0) {
    const mend = { tool: 'create_ad', arguments: { ad_group_id: group.adgroup_id } };
    return [{ ...finding('parts', one, `The ad group "${one.name}" has no ad`), mend }];
  }
  if (items.some(({ status }) => status === 'ENABLE')) return [];
  const mend = { tool: 'list_ads', arguments: { ad_group_id: group.adgroup_id } };
  return [{ ...finding('parts', one, `All ads of the ad group "${one.name}" are off`), mend }];
}

/** Audiences that cannot be used, and targeting that reaches few. */
export async function audienceFindings(
  client: VideoClient,
  account: string,
  { campaign, groups }: Surroundings,
): Promise<Finding[]> {
  const live = groups.slice(0, PARTS_MAX);
  const known = live.some(({ audience_ids }) => audience_ids?.length) ? await client.all(AUDIENCES, account) : [];
  const each = live.map(async (group) => {
    const one = asDelivering.group(group);
    const ids = group.audience_ids ?? [];
    const unfit = ids.filter((id) => !known.some((wire) => wire.audience_id === id && audienceOf(wire).usable));
    const left = ids.filter((id) => !unfit.includes(id));
    const change = left.length > 0 ? { audience_ids: left } : {};
    const bad = unfit.map((id) => ({
      ...finding('audience', one, `The audience ${id} is deleted, being matched or below 1,000 people`, change),
      stops: left.length === 0,
    }));
    return bad.length > 0 ? bad : sizeFindings(client, account, campaign, group);
  });
  return (await Promise.all(each)).flat();
}

async function sizeFindings(
  client: VideoClient,
  account: string,
  { objective_type }: Campaign,
  group: AdGroup,
): Promise<Finding[]> {
  const { placements, optimization_goal, location_ids, age_groups, gender, app_id } = group;
  const { interest_category_ids, interest_keyword_ids, audience_ids, excluded_audience_ids } = group;
  const targeting = { interest_category_ids, interest_keyword_ids, audience_ids, excluded_audience_ids };
  const all = { objective_type, optimization_goal, placements, location_ids, age_groups, gender, app_id, ...targeting };
  const body = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
  const { user_count } = await client.ask('ad/audience_size/estimate', body, AudienceSize, account);
  if (user_count.upper_end >= PEOPLE_FEW) return [];
  const message = `The targeting reaches fewer than ${PEOPLE_FEW} people, which is hardly enough: widen it`;
  return [{ ...finding('audience', asDelivering.group(group), message, {}), stops: false }];
}

/** What the object did in the last days, today included. */
export async function recentNumbers(client: VideoClient, account: string, { advertiser, ...around }: Surroundings) {
  const [{ id, level }] = lineage({ advertiser, ...around }) as [Delivering];
  const end_date = dayIn(advertiser.timezone, around.now);
  const { start_date } = daysOf('LAST_7_DAYS', end_date);
  const args = {
    level,
    [`${level}_ids`]: [id],
    start_date,
    end_date,
    metrics: ['impressions', 'clicks', 'cost'],
    limit: 1,
  };
  const { totals } = await readReport(args, new IntegratedReport(client, account, args));
  return { start_date, end_date, ...totals } as Record<string, unknown>;
}

export function bidsIn({ groups, advertiser, now }: Surroundings, impressions: unknown): Finding[] {
  return groups.slice(0, PARTS_MAX).flatMap((group) => {
    const { bid, start_time } = adGroupOf(group, advertiser.currency);
    // What is younger than a day cannot have been shown much.
    const isOld = now - Date.parse(start_time ?? '') > DAY_MS;
    return bidFindings(group, bid && `${bid.amount} ${bid.currency}`, isOld ? Number(impressions) : undefined);
  });
}
