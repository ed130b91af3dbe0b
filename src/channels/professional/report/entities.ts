import type { Entity } from '../../../tools/report/reporting.ts';
import type { ProfessionalClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { campaignPath } from '../resources/campaign.ts';
import { groupPath } from '../resources/campaign-group.ts';
import { creativesPath } from '../resources/creative.ts';
import { idIn, urnOf } from '../resources/fields.ts';
import { type Params, WireCampaign, WireCreative, WireGroup, type WireMoney } from '../wire.ts';
import type { Level } from './request.ts';

const IDS_PER_CALL = 100;

/** An object of a report as it is now. */
export interface Named {
  id: string;
  name?: string | undefined;
  status: string;
  dailyBudget?: WireMoney | undefined;
  totalBudget?: WireMoney | undefined;
  objectiveType?: string | undefined;
  /** URN of the group a campaign is in. */
  campaignGroup?: string | undefined;
  /** URN of the campaign a creative is in. */
  campaign?: string | undefined;
}

/** How the objects of a level are listed, and what their URNs are called. */
export function listingOf(client: ProfessionalClient, account: string, level: Level) {
  const request = (params: Params, pageMax = 1000) => ({ limit: Number.POSITIVE_INFINITY, params, account, pageMax });
  if (level === 'campaign_group') {
    const list = async (params: Params): Promise<Named[]> =>
      (await client.list(groupPath(account), WireGroup, request(params))).items;
    return { name: 'sponsoredCampaignGroup' as const, list };
  }
  if (level === 'campaign') {
    const list = async (params: Params): Promise<Named[]> =>
      (await client.list(campaignPath(account), WireCampaign, request(params))).items;
    return { name: 'sponsoredCampaign' as const, list };
  }
  const list = async (params: Params): Promise<Named[]> =>
    (await client.list(creativesPath(account), WireCreative, request(params, 100))).items.map((one) => ({
      id: idIn(one.id),
      name: one.name,
      status: one.intendedStatus,
      campaign: one.campaign,
    }));
  return { name: 'sponsoredCreative' as const, list };
}

async function entitiesOf(
  client: ProfessionalClient,
  account: string,
  level: Exclude<Level, 'account'>,
  ids: readonly string[],
): Promise<Named[]> {
  const { name, list } = listingOf(client, account, level);
  const pages = Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, page) => {
    const urns = ids.slice(page * IDS_PER_CALL, (page + 1) * IDS_PER_CALL).map((id) => urnOf(name, id));
    return list(
      level === 'creative' ? { q: 'criteria', creatives: urns } : { q: 'search', search: { id: { values: urns } } },
    );
  });
  return (await Promise.all(pages)).flat();
}

/** Names by id, each read once; empty where they cannot be read, since a list is of use without them. */
export async function namesOf(
  client: ProfessionalClient,
  account: string,
  level: Exclude<Level, 'account'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const found = await entitiesOf(client, account, level, [...new Set(ids)]).catch(() => []);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** An object with the campaign and the group above it. */
export interface Placed extends Named {
  above: { campaign?: Named | undefined; group?: Named | undefined };
}

/** The objects with what they are in: rows of reports name the object alone. */
export async function placedEntities(
  client: ProfessionalClient,
  account: string,
  level: Exclude<Level, 'account'>,
  ids: readonly string[],
): Promise<Placed[]> {
  const byUrn = async (kind: 'campaign' | 'campaign_group', urns: readonly (string | undefined)[]) => {
    const named = [...new Set(urns.flatMap((urn) => (urn ? [idIn(urn)] : [])))];
    const found = named.length === 0 ? [] : await entitiesOf(client, account, kind, named);
    const byId = new Map(found.map((one) => [one.id, one]));
    return (urn: string | undefined) => (urn ? byId.get(idIn(urn)) : undefined);
  };
  const found = await entitiesOf(client, account, level, ids);
  const campaignOf = await byUrn(
    'campaign',
    found.map(({ campaign }) => campaign),
  );
  const inside = found.map((one) => ({ one, campaign: campaignOf(one.campaign) }));
  const groupUrn = ({ one, campaign }: (typeof inside)[number]) => one.campaignGroup ?? campaign?.campaignGroup;
  const groupOf = await byUrn('campaign_group', inside.map(groupUrn));
  return inside.map((both) => ({
    ...both.one,
    above: { campaign: both.campaign, group: groupOf(groupUrn(both)) },
  }));
}

/** In reports over several channels a group is the campaign, and its objective may be left to its campaigns. */
export function shownEntity(placed: Placed): Entity {
  const { name = '', status, dailyBudget, totalBudget, objectiveType, above } = placed;
  const [daily, total] = [moneyOf(dailyBudget), moneyOf(totalBudget)];
  return {
    name,
    status,
    ...(above.group && { campaign: { id: above.group.id, name: above.group.name ?? '' } }),
    objective: objectiveType ?? above.campaign?.objectiveType ?? above.group?.objectiveType,
    ...(daily ? { budget: { ...daily, period: 'DAILY' } } : total ? { budget: { ...total, period: 'LIFETIME' } } : {}),
  };
}
