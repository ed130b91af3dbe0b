import type { Account } from '../access.ts';
import type { DeliverySpan, Unit } from '../metrics/facts.ts';
import type { Store } from '../state.ts';

type ByCampaign = ReadonlyMap<string, readonly Unit[]>;

const indexes = new WeakMap<Store, { revision: number; byCustomer: Map<string, ByCampaign> }>();

/** What earned the traffic of each campaign of an account; read in one go, and again after a write. */
export function earnersOf(store: Store, account: Account): ByCampaign {
  let index = indexes.get(store);
  if (index?.revision !== store.revision) {
    index = { revision: store.revision, byCustomer: new Map() };
    indexes.set(store, index);
  }
  const known = index.byCustomer.get(account.id) ?? readEarners(store, account);
  index.byCustomer.set(account.id, known);
  return known;
}

function readEarners(store: Store, { id: customer, currency }: Account): ByCampaign {
  const channels = store.channels(customer);
  const byCampaign = new Map<string, Unit[]>();
  const parsed = new Map<string, readonly DeliverySpan[]>();
  for (const { campaign, key, delivery: text } of store.earners(customer)) {
    const channel = channels.get(campaign ?? '');
    if (campaign === null || channel === undefined) continue;
    // Thousands have ran the same days at the same price.
    const delivery = parsed.get(text) ?? (JSON.parse(text) as DeliverySpan[]);
    parsed.set(text, delivery);
    const unit: Unit = { id: Number(key), channel, currency, delivery };
    const siblings = byCampaign.get(campaign);
    if (siblings) siblings.push(unit);
    else byCampaign.set(campaign, [unit]);
  }
  return byCampaign;
}
