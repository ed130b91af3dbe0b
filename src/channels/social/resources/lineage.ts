import { Failure } from '../../../errors.ts';
import { type Lineage, type LineageObject, readInParts, valuesOf } from '../../../tools/lineage.ts';
import type { SocialClient } from '../client.ts';
import { Ad, AdSet, Campaign, type Kind, kind } from '../wire.ts';
import { BATCH_MAX, nodesOf } from './batch.ts';
import { budgetOf } from './campaign.ts';

const DECISIVE = { id: true, account_id: true, status: true, daily_budget: true, lifetime_budget: true } as const;
const CAMPAIGN = kind('campaigns', Campaign.pick(DECISIVE));
const AD_SET = kind('adsets', AdSet.pick({ ...DECISIVE, campaign_id: true }));
const AD = kind('ads', Ad.pick({ id: true, account_id: true, status: true, adset_id: true }));

export const lineage: Lineage<SocialClient> = {
  campaign_id: { read: (client, _, ids) => nodes(client, CAMPAIGN, ids, (one) => withBudget(client, one)) },
  ad_set_id: {
    above: 'campaign_id',
    read: (client, _, ids) => nodes(client, AD_SET, ids, (one) => withBudget(client, one, one.campaign_id)),
  },
  ad_id: {
    above: 'ad_set_id',
    read: (client, _, ids) =>
      nodes(client, AD, ids, ({ id, status, adset_id }) => ({ id, parent: adset_id, values: { status } })),
  },
};

async function withBudget(
  client: SocialClient,
  { id, account_id, status, ...amounts }: Pick<Campaign, keyof typeof DECISIVE>,
  parent?: string,
): Promise<LineageObject> {
  const currency = await client.currency(account_id);
  const [daily_budget, lifetime_budget] = [amounts.daily_budget, amounts.lifetime_budget].map((amount) =>
    budgetOf(amount, currency),
  );
  return { id, parent, values: valuesOf({ status, daily_budget, lifetime_budget }) };
}

async function nodes<T>(
  client: SocialClient,
  kind: Kind<T>,
  ids: readonly string[],
  shown: (one: T) => LineageObject | Promise<LineageObject>,
): Promise<LineageObject[]> {
  const found: LineageObject[] = [];
  const wires = await readInParts(ids, BATCH_MAX, (some) =>
    nodesOf(
      client,
      some.map((id) => ({ kind, id })),
    ),
  );
  for (const one of wires) {
    if (!(one instanceof Failure)) found.push(await shown(one));
    else if (one.code !== 'not_found') throw one;
  }
  return found;
}
