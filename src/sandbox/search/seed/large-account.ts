import type { World } from '../../emulator.ts';
import { storeOf } from '../state.ts';
import { Builder, DECLARED } from './builder.ts';

/** Fills an account with thousands of small campaigns, written straight to the table: this is about size, not about rules. */
export function seedLargeAccount(world: World, customer: string, campaigns: number): void {
  const build = new Builder(world, customer);
  const store = storeOf(world);
  const put = (
    kind: string,
    key: string,
    parent: string | null,
    doc: Record<string, string | number | boolean>,
    daily?: number,
  ) =>
    store.insert({
      customer,
      kind,
      key,
      parent,
      doc,
      delivery: daily === undefined ? [] : [{ from: build.today - 400, to: null, daily }],
    });
  const name = (collection: string, key: number) => nameOf(customer, collection, key);
  world.change(() => {
    for (let i = 0; i < campaigns; i += 1) {
      const budget = 30_000_000_000 + i;
      const campaign = 40_000_000_000 + i;
      const title = `Bulk ${String(i).padStart(6, '0')}`;
      put('campaign_budget', String(budget), null, {
        resource_name: name('campaignBudgets', budget),
        id: budget,
        name: title,
        amount_micros: build.money(20),
        explicitly_shared: false,
        status: 'ENABLED',
        period: 'DAILY',
        reference_count: 1,
      });
      put('campaign', String(campaign), String(budget), {
        resource_name: name('campaigns', campaign),
        id: campaign,
        name: title,
        status: 'ENABLED',
        serving_status: 'SERVING',
        advertising_channel_type: 'SEARCH',
        bidding_strategy_type: 'MANUAL_CPC',
        campaign_budget: name('campaignBudgets', budget),
        contains_eu_political_advertising: DECLARED,
      });
      for (const j of [0, 1]) {
        const group = 50_000_000_000 + i * 2 + j;
        put('ad_group', String(group), String(campaign), adGroup(customer, campaign, group, j), 900);
      }
    }
  });
}

function nameOf(customer: string, collection: string, key: number): string {
  return `customers/${customer}/${collection}/${key}`;
}

function adGroup(customer: string, campaign: number, id: number, index: number) {
  return {
    resource_name: nameOf(customer, 'adGroups', id),
    id,
    name: `Group ${index}`,
    status: 'ENABLED',
    type: 'SEARCH_STANDARD',
    campaign: nameOf(customer, 'campaigns', campaign),
  };
}
