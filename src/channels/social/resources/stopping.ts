import { CAMPAIGNS_ONLY, type LiveObject, type SpentBudget, type Stopping } from '../../../tools/stopping.ts';
import { accountNode, type Params, type SocialClient } from '../client.ts';
import { CAMPAIGN_STATUS, type Kind, type WithStatus } from '../wire.ts';
import { BATCH_MAX } from './batch.ts';
import { budgetOf } from './campaign.ts';
import { AD_SET_SPENDING } from './holdings.ts';

/** What campaigns and ad sets that are switched on can be in effect. */
const ON = ['ACTIVE', 'IN_PROCESS', 'WITH_ISSUES'];

export const stopping: Stopping<SocialClient> = {
  levels: CAMPAIGNS_ONLY,
  atOnce: BATCH_MAX,
  off: 'PAUSED',
  async live(client, account) {
    const campaigns = await switchedOn(client, CAMPAIGN_STATUS, account, ON);
    return campaigns.map(({ id, name, status }) => ({ level: 'campaign', id, name, status }));
  },
  /** Of a campaign, or of its ad sets where it has none. */
  async budgets(client, account, live) {
    const byId = new Map(live.map((one) => [one.id, one]));
    const [currency, campaigns, adSets] = await Promise.all([
      client.currency(account),
      switchedOn(client, CAMPAIGN_STATUS, account, [...ON, 'PAUSED'], 'any'),
      switchedOn(client, AD_SET_SPENDING, account, [...ON, 'CAMPAIGN_PAUSED']),
    ]);
    const own = campaigns.flatMap((one) => spentFrom(one, byId.get(one.id), currency));
    const holding = new Set(own.map(({ object }) => object));
    const below = adSets
      .map((one) => ({ one, object: byId.get(one.campaign_id) }))
      .filter(({ object }) => object && !holding.has(object))
      .flatMap(({ one, object }) => spentFrom(one, object, currency));
    return [...own, ...below];
  },
};

type Held = Pick<WithStatus, 'id' | 'daily_budget' | 'lifetime_budget'>;

function spentFrom(
  { id, daily_budget, lifetime_budget }: Held,
  object: LiveObject | undefined,
  currency: string,
): SpentBudget[] {
  if (!object) return [];
  const [daily, lifetime] = [budgetOf(daily_budget, currency), budgetOf(lifetime_budget, currency)];
  if (daily) return [{ id, object, amount: daily, period: 'DAILY' }];
  return lifetime ? [{ id, object, amount: lifetime, period: 'LIFETIME' }] : [];
}

/** The platform filters by the status in effect, which is not the object's own while its campaign is paused. */
async function switchedOn<T extends { status: string }>(
  client: SocialClient,
  kind: Kind<T>,
  account: string,
  effective_status: readonly string[],
  own: 'on' | 'any' = 'on',
): Promise<T[]> {
  const query: Params = { effective_status };
  const found: T[] = [];
  for await (const items of client.pages(kind, accountNode(account), query, account)) found.push(...items);
  return own === 'any' ? found : found.filter(({ status }) => status === 'ACTIVE');
}
