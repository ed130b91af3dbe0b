import type { Grant, World } from '../emulator.ts';
import { type AdvertiserPlan, seedAdvertiser } from './seed/company.ts';
import { seedEventSets, seedLeads } from './seed/conversions.ts';
import type { Store } from './state.ts';

const APP = { id: '7100000000000000900', secret: 'acacacacacacacacacacacacacacacacacac00ff' };

interface Company {
  name: Grant['company'];
  user: string;
  token: string;
  advertisers: readonly AdvertiserPlan[];
}

const ACME_BC = '7100000000000000801';

export const ACME: Company = {
  name: 'Acme',
  user: '7100000000000000701',
  token: 'acacacacacacacacacacacacacacacacacac0001',
  advertisers: [
    {
      id: '7100000000000000101',
      name: 'Acme',
      company: 'Acme Inc.',
      currency: 'USD',
      timezone: 'America/New_York',
      country: 'US',
      language: 'en',
      location: '6252001',
      bc_id: ACME_BC,
      copiesCampaigns: true,
      leadTerms: true,
    },
    {
      id: '7100000000000000102',
      name: 'Acme Europe',
      company: 'Acme GmbH',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      country: 'DE',
      language: 'de',
      location: '2921044',
      bc_id: ACME_BC,
      copiesCampaigns: true,
      leadTerms: false,
    },
  ],
};

export const ACME_JAPAN: Company = {
  name: 'Acme Japan',
  user: '7100000000000000702',
  token: 'acacacacacacacacacacacacacacacacacac0002',
  advertisers: [
    {
      id: '7100000000000000201',
      name: 'Acme Japan',
      company: 'Acme KK',
      currency: 'JPY',
      timezone: 'Asia/Tokyo',
      country: 'JP',
      language: 'ja',
      location: '1861060',
      bc_id: '7100000000000000802',
      copiesCampaigns: false,
      leadTerms: true,
    },
  ],
};

const COMPANIES = [ACME, ACME_JAPAN];

export function seed(store: Store, now: number): void {
  store.tokens.saveClient(APP.id, APP.secret);
  for (const { name, user, token, advertisers } of COMPANIES) {
    store.tokens.saveUser(user, name);
    const permit = { clientId: APP.id, subject: user, scopes: [] };
    store.tokens.saveToken({ ...permit, token, kind: 'access', issuedAt: now, expiresAt: null });
    for (const advertiser of advertisers) seedAdvertiser(store, advertiser, user, now);
  }
  // After everything else, so that the ids of ads, from which their numbers follow, stay the same.
  for (const advertiser of store.all('Advertiser')) {
    seedEventSets(store, advertiser, now);
    seedLeads(store, advertiser, now);
  }
}

export function grants(_: World): Grant[] {
  return COMPANIES.map(({ name, token, advertisers }) => ({
    company: name,
    account: advertisers[0]!.id,
    credentials: { access_token: token, app_id: APP.id, secret: APP.secret },
  }));
}
