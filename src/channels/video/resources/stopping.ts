import { CAMPAIGNS_ONLY, type LiveObject, type SpentBudget, type Stopping } from '../../../tools/stopping.ts';
import type { VideoClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { AD_GROUPS, CAMPAIGNS } from '../wire.ts';
import { isLifetime } from './budget.ts';
import { statusOf } from './fields.ts';

/** Ids in one question; more would make the address too long. */
const IDS_PER_CALL = 100;

export const stopping: Stopping<VideoClient> = {
  levels: CAMPAIGNS_ONLY,
  atOnce: 20,
  off: 'DISABLE',
  async live(client, account) {
    const campaigns = await client.all(CAMPAIGNS, account);
    return campaigns
      .map((one) => ({ level: 'campaign', id: one.campaign_id, name: one.campaign_name, status: statusOf(one) }))
      .filter(({ status }) => status === 'ENABLE');
  },
  /** Of a campaign, or of its ad groups where it has none. */
  async budgets(client, account, live) {
    const byId = new Map(live.map((one) => [one.id, one]));
    const ids = [...byId.keys()];
    const calls = Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, call) => ({
      campaign_ids: ids.slice(call * IDS_PER_CALL, (call + 1) * IDS_PER_CALL),
    }));
    const [currency, campaigns, groups] = await Promise.all([
      client.currency(account),
      Promise.all(calls.map((filter) => client.all(CAMPAIGNS, account, filter))),
      Promise.all(calls.map((filter) => client.all(AD_GROUPS, account, filter))),
    ]);
    const own = campaigns.flat().flatMap((one) => spentFrom(one.campaign_id, byId.get(one.campaign_id), one, currency));
    const holding = new Set(own.map(({ object }) => object));
    const below = groups
      .flat()
      .map((one) => ({ one, object: byId.get(one.campaign_id) }))
      .filter(({ one, object }) => statusOf(one) === 'ENABLE' && object && !holding.has(object))
      .flatMap(({ one, object }) => spentFrom(one.adgroup_id, object, one, currency));
    return [...own, ...below];
  },
};

interface Held {
  budget?: number | null | undefined;
  budget_mode?: string | null | undefined;
}

function spentFrom(
  id: string,
  object: LiveObject | undefined,
  { budget, budget_mode }: Held,
  currency: string,
): SpentBudget[] {
  if (!budget || !object) return [];
  return [{ id, object, amount: moneyOf(budget, currency), period: isLifetime(budget_mode) ? 'LIFETIME' : 'DAILY' }];
}
