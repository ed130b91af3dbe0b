import { DAY_MS } from '../../../ambient.ts';
import { replan } from '../rules/delivery.ts';
import { REVIEW_MS } from '../rules/derived-status.ts';
import type { Store } from '../state.ts';
import { seedAccount, seedCreative } from './account.ts';
import { ACCOUNTS, ACME } from './companies.ts';
import type { Form } from './creatives.ts';

const FORMS: Form[] = ['image', 'video', 'carousel', 'image'];
const ADS_PER_SET = 50;
const SETS_PER_CAMPAIGN = 10;

/** An account of Acme with as many creatives as asked, each in an ad that runs; for tests of paging and big reports. */
export function seedLargeAccount(store: Store, now: number, creatives = 5000): string {
  const plan = { ...ACCOUNTS.us, id: 'act_1001000000000900', name: 'Acme Marketplace', size: 'small' as const };
  store.db.exec('SAVEPOINT social_large');
  const seed = seedAccount(store, plan, now);
  admitCompany(store, plan.id);
  const start = now - 60 * DAY_MS;
  for (let made = 0; made < creatives; ) {
    const name = `Catalogue ${made / ADS_PER_SET / SETS_PER_CAMPAIGN + 1}`;
    const campaign = store.insert(
      'Campaign',
      { account: plan.id },
      {
        name,
        objective: 'OUTCOME_SALES',
        buying_type: 'AUCTION',
        status: 'ACTIVE',
        special_ad_categories: [],
        daily_budget: 2_000_000,
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
        created: start,
        updated: start,
      },
    );
    for (let set = 0; set < SETS_PER_CAMPAIGN && made < creatives; set++) {
      const links = { account: plan.id, campaign: campaign.id };
      const targeting = { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } };
      const adSet = store.insert('AdSet', links, {
        name: `Set ${set + 1}`,
        status: 'ACTIVE',
        targeting,
        optimization_goal: 'OFFSITE_CONVERSIONS',
        billing_event: 'IMPRESSIONS',
        start_time: start,
        is_dynamic_creative: false,
        budget_edits: [],
        created: start,
        updated: start,
      });
      for (let ad = 0; ad < ADS_PER_SET && made < creatives; ad++, made++) {
        const creative = seedCreative(seed, FORMS[made % FORMS.length]!, start);
        store.insert(
          'Ad',
          { ...links, adset: adSet.id, creative: creative.id },
          {
            name: creative.data.name,
            status: 'ACTIVE',
            review_started: start - REVIEW_MS,
            delivery: [],
            created: start,
            updated: start,
          },
        );
      }
    }
    replan(store, campaign.id, start);
  }
  store.db.exec('RELEASE social_large');
  return plan.id;
}

function admitCompany(store: Store, account: string): void {
  for (const { id } of [...ACME.people, ...ACME.systemUsers]) {
    const person = store.findKind('User', id) ?? store.need('SystemUser', id);
    person.data.accounts.push(account);
    store.save(person);
  }
}
