import { type Finding, keepsFromServing, ofBest } from '../../../tools/diagnosis.ts';
import type { ProfessionalClient } from '../client.ts';
import { campaignPath, readCampaign } from '../resources/campaign.ts';
import { readGroup } from '../resources/campaign-group.ts';
import { conversionsOf } from '../resources/conversion.ts';
import { creativesPath, readCreative } from '../resources/creative.ts';
import { idIn, urnOf } from '../resources/fields.ts';
import { LEVELS, type Level } from '../resources/level.ts';
import { existing } from '../resources/lookup.ts';
import { type WireAccount, WireCampaign, WireCreative, type WireGroup } from '../wire.ts';
import {
  accountFindings,
  bidFindings,
  budgetFindings,
  holdFindings,
  partsFindings,
  reviewFindings,
  scheduleFindings,
  statusFindings,
} from './findings.ts';

/** Campaigns of a group, and creatives of those, that are looked at. */
const CREATIVES_MAX = 1000;

/** An object with its parents and children: everything that decides whether it is shown. */
export interface Surroundings {
  level: Level;
  account: WireAccount;
  group: WireGroup;
  campaigns: readonly WireCampaign[];
  creatives: readonly WireCreative[];
  /** There are more creatives than were read: nothing is claimed about the unread ones. */
  moreCreatives: boolean;
  /** Ids of campaigns with a conversion; undefined when that could not be read. */
  converting: ReadonlySet<string> | undefined;
  now: number;
}

type Owned = Pick<Surroundings, 'group' | 'campaigns' | 'creatives' | 'moreCreatives'>;

export async function readSurroundings(
  client: ProfessionalClient,
  account: string,
  level: Level,
  id: string,
): Promise<Surroundings> {
  const readers = { campaign_group: ofGroup, campaign: ofCampaign, creative: ofCreative };
  const [known, owned] = await Promise.all([client.account(account), readers[level](client, account, id)]);
  const converting = await convertingAmong(client, account, owned.campaigns).catch(() => undefined);
  return { level, account: known, ...owned, converting, now: client.session.platformNow() };
}

async function ofCreative(client: ProfessionalClient, account: string, id: string): Promise<Owned> {
  const creative = await existing(readCreative(client, account, id), 'creative');
  const campaign = await readCampaign(client, account, idIn(creative.campaign));
  const group = await readGroup(client, account, idIn(campaign.campaignGroup));
  return { group, campaigns: [campaign], creatives: [creative], moreCreatives: false };
}

async function ofCampaign(client: ProfessionalClient, account: string, id: string): Promise<Owned> {
  const campaign = await existing(readCampaign(client, account, id), 'campaign');
  const [group, below] = await Promise.all([
    readGroup(client, account, idIn(campaign.campaignGroup)),
    creativesOf(client, account, [campaign]),
  ]);
  return { group, campaigns: [campaign], ...below };
}

async function ofGroup(client: ProfessionalClient, account: string, id: string): Promise<Owned> {
  const group = await existing(readGroup(client, account, id), 'campaign_group');
  const search = { campaignGroup: { values: [urnOf('sponsoredCampaignGroup', id)] } };
  const { items: campaigns } = await client.list(campaignPath(account), WireCampaign, {
    limit: Number.POSITIVE_INFINITY,
    params: { q: 'search', search },
    account,
  });
  return { group, campaigns, ...(await creativesOf(client, account, campaigns)) };
}

async function creativesOf(client: ProfessionalClient, account: string, campaigns: readonly WireCampaign[]) {
  if (campaigns.length === 0) return { creatives: [], moreCreatives: false };
  const { items, next_cursor } = await client.list(creativesPath(account), WireCreative, {
    limit: CREATIVES_MAX,
    params: { q: 'criteria', campaigns: campaigns.map(({ id }) => urnOf('sponsoredCampaign', id)) },
    account,
    pageMax: 100,
  });
  return { creatives: items, moreCreatives: next_cursor !== undefined };
}

async function convertingAmong(
  client: ProfessionalClient,
  account: string,
  all: readonly WireCampaign[],
): Promise<ReadonlySet<string>> {
  const campaigns = all.filter(({ optimizationTargetType }) => optimizationTargetType === 'MAX_CONVERSION');
  const ids = campaigns.map(({ id }) => id);
  return new Set((await conversionsOf(client, account, ids)).map(({ campaign }) => idIn(campaign)));
}

/** What keeps the object from being shown: from the account down to the creatives. */
export function obstaclesIn(around: Surroundings): Finding[] {
  const { level, account, group, campaigns, creatives, now } = around;
  const above = [
    ...accountFindings(account),
    ...holdFindings({ account: account.id }, 'account', account.servingStatuses),
    ...statusFindings('campaign_group', group),
    ...scheduleFindings('campaign_group', group, now),
    ...holdFindings({ account: account.id, campaign_group: group.id }, 'campaign_group', group.servingStatuses),
  ];
  const below = {
    campaign_group: () => ofBest(campaigns, noCampaign(group), (campaign) => ofCampaignAndBelow(campaign, around)),
    campaign: () => ofCampaignAndBelow(campaigns[0]!, around),
    creative: () => [...ofCampaignAlone(campaigns[0]!, around), ...ofOneCreative(creatives[0]!, around)],
  }[level]();
  return told([...above, ...below]);
}

/** Drops repetitions: the platform reports a hold of the account on everything below it too. */
function told(findings: readonly Finding[]): Finding[] {
  const byText = new Map(findings.map((one) => [`${one.id} ${one.message}`, one] as const).toReversed());
  return findings.filter((one) => byText.get(`${one.id} ${one.message}`) === one);
}

function ofCampaignAndBelow(campaign: WireCampaign, around: Surroundings): Finding[] {
  const own = around.creatives.filter((one) => idIn(one.campaign) === campaign.id);
  const below = ofBest(own, noCreative(campaign), (creative) => ofOneCreative(creative, around));
  const mayBeShown = around.moreCreatives && below.some(({ stops }) => stops);
  return [...ofCampaignAlone(campaign, around), ...(mayBeShown ? [] : withDrafts(below, own))];
}

/** One finding for all drafts of a campaign: switching on a single one of several is rarely what is wanted. */
function withDrafts(findings: readonly Finding[], creatives: readonly WireCreative[]): Finding[] {
  const drafts = creatives.filter(({ intendedStatus }) => intendedStatus === 'DRAFT');
  const ids = drafts.map(({ id }) => idIn(id));
  return findings.map((one) => {
    if (drafts.length < 2 || one.about !== 'status' || !ids.includes(one.id)) return one;
    const names = drafts.map(({ name }, at) => (name ? `"${name}"` : ids[at])).join(', ');
    const message = `The creatives ${names} are DRAFT, and switching them on starts their review`;
    return { ...one, message, mend: { tool: 'bulk_update', arguments: { creative_ids: ids, status: 'ACTIVE' } } };
  });
}

function ofCampaignAlone(campaign: WireCampaign, { account, group, converting, now }: Surroundings): Finding[] {
  const owners = { account: account.id, campaign_group: group.id, campaign: campaign.id };
  return [
    ...partsFindings(campaign, converting?.has(campaign.id), account.reference),
    ...budgetFindings(campaign, group),
    ...bidFindings(campaign),
    ...statusFindings('campaign', campaign),
    ...scheduleFindings('campaign', campaign, now),
    ...holdFindings(owners, 'campaign', campaign.servingStatuses),
  ];
}

function ofOneCreative(creative: WireCreative, { account, group }: Surroundings): Finding[] {
  const id = idIn(creative.id);
  const owners = {
    account: account.id,
    campaign_group: group.id,
    campaign: idIn(creative.campaign),
    creative: id,
  };
  return [
    ...statusFindings('creative', { id, name: creative.name, status: creative.intendedStatus }),
    ...reviewFindings(creative),
    ...holdFindings(owners, 'creative', creative.servingHoldReasons),
  ];
}

function noCampaign({ id }: WireGroup): Finding {
  const mend = { tool: 'create_professional_campaign', arguments: { campaign_group_id: id } };
  return {
    about: 'parts',
    level: 'campaign_group',
    id,
    stops: true,
    message: 'The campaign group has no campaign',
    mend,
  };
}

function noCreative({ id }: WireCampaign): Finding {
  const mend = { tool: 'create_creative', arguments: { campaign_id: id } };
  return { about: 'parts', level: 'campaign', id, stops: true, message: 'The campaign has no creative', mend };
}

/** The obstacles of one object, for the reply of a tool that is part of a launch. */
export function servingReport(client: ProfessionalClient, account: string, level: Level, id: string) {
  return keepsFromServing(
    async () => obstaclesIn(await readSurroundings(client, account, level, id)),
    LEVELS[level].list,
  );
}

export async function servingReportIfOn(
  status: string | undefined,
  client: ProfessionalClient,
  account: string,
  level: Level,
  id: string,
): Promise<Partial<Awaited<ReturnType<typeof servingReport>>>> {
  return status === 'ACTIVE' ? servingReport(client, account, level, id) : {};
}
