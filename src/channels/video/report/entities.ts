import type { Entity } from '../../../tools/report/reporting.ts';
import type { VideoClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { isLifetime } from '../resources/budget.ts';
import { WHATEVER_STATUS } from '../resources/campaign.ts';
import { statusOf } from '../resources/fields.ts';
import { AD_GROUPS, ADS, CAMPAIGNS, type Kind, SMART_ADS, type SmartAd } from '../wire.ts';

/** Ids in one question; more would make the address too long. */
const IDS_PER_CALL = 100;

export interface Named {
  id: string;
  name: string;
  status: string;
  objective?: string | undefined;
  /** Of ad groups and ads: the campaign they are in. */
  campaign?: string | undefined;
  budget?: number | null | undefined;
  budgetMode?: string | null | undefined;
}

/** Names, status and budgets of objects as they are now, deleted ones included. */
export async function entitiesOf(
  client: VideoClient,
  account: string,
  level: 'campaign' | 'ad_group' | 'ad',
  ids: readonly string[],
): Promise<Named[]> {
  const listed = <T>(kind: Kind<T>, filter: string, shown: (item: T) => Named, some = ids) =>
    listedByIds(client, account, kind, filter, some, shown);
  if (level === 'campaign')
    return listed(CAMPAIGNS, 'campaign_ids', (item) => ({
      id: item.campaign_id,
      name: item.campaign_name,
      status: statusOf(item),
      objective: item.objective_type,
      budget: item.budget,
      budgetMode: item.budget_mode,
    }));
  if (level === 'ad_group')
    return listed(AD_GROUPS, 'adgroup_ids', (item) => ({
      id: item.adgroup_id,
      name: item.adgroup_name,
      campaign: item.campaign_id,
      status: statusOf(item),
      budget: item.budget,
      budgetMode: item.budget_mode,
    }));
  const ads = await listed(ADS, 'ad_ids', (item) => ({
    id: item.ad_id,
    name: item.ad_name,
    campaign: item.campaign_id,
    status: statusOf(item),
  }));
  const others = ids.filter((id) => !ads.some((ad) => ad.id === id));
  const shown = (item: SmartAd) => ({
    id: item.smart_plus_ad_id,
    name: item.ad_name,
    campaign: item.campaign_id,
    status: statusOf(item),
  });
  return [...ads, ...(await listed(SMART_ADS, 'smart_plus_ad_ids', shown, others))];
}

/** The same objects by id as reports over several channels show them, with the objective of the campaign they are in. */
export async function shownEntities(
  client: VideoClient,
  account: string,
  level: 'campaign' | 'ad_group' | 'ad',
  ids: readonly string[],
  currency: string,
): Promise<Map<string, Entity>> {
  const found = await entitiesOf(client, account, level, ids);
  const above = [...new Set(found.flatMap(({ campaign }) => campaign ?? []))];
  const campaigns = new Map((await entitiesOf(client, account, 'campaign', above)).map((one) => [one.id, one]));
  return new Map(found.map((one) => [one.id, shownEntity(one, campaigns.get(one.campaign ?? ''), currency)]));
}

function shownEntity(own: Named, campaign: Named | undefined, currency: string): Entity {
  const { name, status, budget, budgetMode } = own;
  return {
    name,
    status,
    ...(campaign && { campaign: { id: campaign.id, name: campaign.name } }),
    objective: own.objective ?? campaign?.objective,
    ...(budget && {
      budget: { ...moneyOf(budget, currency), period: isLifetime(budgetMode) ? 'LIFETIME' : 'DAILY' },
    }),
  };
}

async function listedByIds<T>(
  client: VideoClient,
  account: string,
  kind: Kind<T>,
  filter: string,
  ids: readonly string[],
  shown: (item: T) => Named,
): Promise<Named[]> {
  const calls = Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, call) => {
    const some = ids.slice(call * IDS_PER_CALL, (call + 1) * IDS_PER_CALL);
    return client.list(kind, account, { limit: IDS_PER_CALL, filtering: { [filter]: some, ...WHATEVER_STATUS } });
  });
  return (await Promise.all(calls)).flatMap(({ items }) => items.map(shown));
}
