import { type Finding, keepsFromServing, ofBest } from '../../../tools/diagnosis.ts';
import { FILL_IN } from '../../../tools/ready-call.ts';
import type { SocialClient } from '../client.ts';
import { LEVELS, type Level } from '../resources/level.ts';
import {
  ACCOUNT_HEALTH,
  type AccountHealth,
  AD_HEALTH,
  AD_SET_HEALTH,
  AD_SET_WITH_PARENTS,
  AD_WITH_PARENTS,
  type AdHealth,
  type AdSetHealth,
  CAMPAIGNS,
  type Campaign,
} from '../wire.ts';
import {
  accountFindings,
  budgetFindings,
  declarationFindings,
  postFindings,
  reviewFindings,
  scheduleFindings,
  statusFindings,
} from './findings.ts';

/** As many as the platform allows in a campaign. */
const AD_SETS_MAX = 200;
const ADS_MAX = 1000;

/** An object with its parents and children: all objects that decide whether its ads are shown. */
export interface Surroundings {
  level: Level;
  account: AccountHealth;
  campaign: Campaign;
  adSets: readonly AdSetHealth[];
  ads: readonly AdHealth[];
  /** There are more ads than were read; the findings leave the others out. */
  moreAds: boolean;
  now: number;
}

export async function readSurroundings(client: SocialClient, level: Level, id: string): Promise<Surroundings> {
  const read = await { campaign: readCampaign, ad_set: readAdSet, ad: readAd }[level](client, id);
  const account = await client.account(ACCOUNT_HEALTH, read.campaign.account_id);
  return { level, account, now: client.session.platformNow(), ...read };
}

async function readAd(client: SocialClient, id: string) {
  const { adset, ...ad } = await client.node(AD_WITH_PARENTS, id);
  const { campaign, ...adSet } = adset;
  return { campaign, adSets: [adSet], ads: [ad], moreAds: false };
}

async function readAdSet(client: SocialClient, id: string) {
  const { campaign, ...adSet } = await client.node(AD_SET_WITH_PARENTS, id);
  return { campaign, adSets: [adSet], ...(await readAds(client, id, adSet.account_id)) };
}

async function readCampaign(client: SocialClient, id: string) {
  const campaign = await client.node(CAMPAIGNS, id);
  const account = campaign.account_id;
  const { items: adSets } = await client.list(AD_SET_HEALTH, id, { limit: AD_SETS_MAX, account });
  const ads = adSets.length === 0 ? { ads: [], moreAds: false } : await readAds(client, id, account);
  return { campaign, adSets, ...ads };
}

async function readAds(client: SocialClient, owner: string, account: string) {
  const { items, next_cursor } = await client.list(AD_HEALTH, owner, { limit: ADS_MAX, account });
  return { ads: items, moreAds: next_cursor !== undefined };
}

/** What keeps the object from being shown: from the account down to the ads. */
export function obstaclesIn(around: Surroundings): Finding[] {
  const { level, account, campaign, adSets, ads } = around;
  const above = [
    ...accountFindings(account),
    ...statusFindings('campaign', campaign),
    ...budgetFindings('campaign', campaign),
  ];
  if (level === 'campaign') return [...above, ...ofBest(adSets, noAdSet(campaign), (adSet) => ofAdSet(adSet, around))];
  const adSet = adSets[0]!;
  if (level === 'ad_set') return [...above, ...ofAdSet(adSet, around)];
  return [...above, ...ofAdSetAlone(adSet, around), ...ofAd(ads[0]!, adSet)];
}

function ofAdSet(adSet: AdSetHealth, around: Surroundings): Finding[] {
  const ads = around.ads.filter(({ adset_id }) => adset_id === adSet.id);
  const below = ofBest(ads, noAd(adSet), (ad) => ofAd(ad, adSet));
  const mayBeShown = around.moreAds && below.some(({ stops }) => stops);
  return [...ofAdSetAlone(adSet, around), ...(mayBeShown ? [] : below)];
}

function ofAdSetAlone(adSet: AdSetHealth, { account, now }: Surroundings): Finding[] {
  return [
    ...statusFindings('ad_set', adSet),
    ...scheduleFindings(adSet, now),
    ...budgetFindings('ad_set', adSet),
    ...declarationFindings(adSet, account),
  ];
}

/** The platform repeats an ad set's issues on its ads: each is shown once. */
function ofAd(ad: AdHealth, adSet: AdSetHealth): Finding[] {
  const { issues_info: _, ...rest } = ad;
  return [
    ...statusFindings('ad', adSet.effective_status === 'WITH_ISSUES' ? rest : ad),
    ...postFindings(ad),
    ...reviewFindings(ad),
  ];
}

function noAdSet({ id }: Campaign): Finding {
  const mend = {
    tool: 'create_ad_set',
    arguments: { campaign_id: id, ...toFillIn('name', 'targeting', 'advantage_audience', 'optimization_goal') },
  };
  return { about: 'parts', level: 'campaign', id, stops: true, message: 'The campaign has no ad set', mend };
}

/** Required arguments that only the caller can know. */
function toFillIn(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, FILL_IN]));
}

function noAd({ id }: AdSetHealth): Finding {
  const mend = { tool: 'create_social_ad', arguments: { ad_set_id: id, ...toFillIn('name', 'creative_id') } };
  return { about: 'parts', level: 'ad_set', id, stops: true, message: 'The ad set has no ad', mend };
}

/** The same for a change that is part of a launch. */
export function servingReport(client: SocialClient, level: Level, id: string) {
  return keepsFromServing(async () => obstaclesIn(await readSurroundings(client, level, id)), LEVELS[level].list);
}

export async function servingReportIfOn(
  status: string | undefined,
  client: SocialClient,
  level: Level,
  id: string,
): Promise<Partial<Awaited<ReturnType<typeof servingReport>>>> {
  return status === 'ACTIVE' ? servingReport(client, level, id) : {};
}
