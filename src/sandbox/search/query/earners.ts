import type { Flight } from '../metrics/facts.ts';
import type { Store } from '../state.ts';

export interface Earning {
  key: string;
  flights: readonly Flight[];
}

type ByCampaign = ReadonlyMap<string, readonly Earning[]>;

const indexes = new WeakMap<Store, { revision: number; byCustomer: Map<string, ByCampaign> }>();

/** Who earned the traffic of each campaign of an account; read in one go, and again after a write. */
export function earnersOf(store: Store, customer: string): ByCampaign {
  let index = indexes.get(store);
  if (index?.revision !== store.revision) {
    index = { revision: store.revision, byCustomer: new Map() };
    indexes.set(store, index);
  }
  const known = index.byCustomer.get(customer) ?? readEarners(store, customer);
  index.byCustomer.set(customer, known);
  return known;
}

function readEarners(store: Store, customer: string): ByCampaign {
  const byCampaign = new Map<string, Earning[]>();
  const parsed = new Map<string, readonly Flight[]>();
  for (const { campaign, key, flights: text } of store.earners(customer)) {
    if (campaign === null) continue;
    // Thousands have flown the same days at the same price.
    const flights = parsed.get(text) ?? (JSON.parse(text) as Flight[]);
    parsed.set(text, flights);
    const siblings = byCampaign.get(campaign);
    if (siblings) siblings.push({ key, flights });
    else byCampaign.set(campaign, [{ key, flights }]);
  }
  return byCampaign;
}
