import { DAY_MS } from '../../ambient.ts';
import type { Grant, World } from '../emulator.ts';
import { issueToken } from './access.ts';
import { SCOPES } from './routes/people.ts';
import { seedAccount } from './seed/account.ts';
import { ACCOUNTS, ACME, ACME_JAPAN, APPS, type CompanySeed, storeAccounts } from './seed/companies.ts';
import { seedLeadForms } from './seed/lead-forms.ts';
import { seedShop } from './seed/shop.ts';
import type { Store } from './state.ts';

export { ACCOUNTS, ACME, ACME_JAPAN, APPS } from './seed/companies.ts';
export { seedLargeAccount } from './seed/large-account.ts';

/** Two companies with everything an advertiser has, as of `now`. */
export function seed(store: Store, now: number): void {
  for (const app of Object.values(APPS))
    store.insert(
      'Application',
      {},
      { name: app.name, secret: app.secret, proof_required: app.proofRequired, business: ACME.business },
      app.id,
    );
  seedCompany(store, ACME, now);
  seedCompany(store, ACME_JAPAN, now);
  for (const plan of [ACCOUNTS.us, ACCOUNTS.europe, ACCOUNTS.japan, ...storeAccounts]) seedAccount(store, plan, now);
  for (const company of [ACME, ACME_JAPAN]) {
    seedShop(store, company, now);
    seedLeadForms(store, company, now);
  }
}

const YEAR_MS = 365 * DAY_MS;

function seedCompany(store: Store, company: CompanySeed, now: number): void {
  const business = company.business;
  store.insert(
    'Business',
    {},
    { name: company.name, created: now - 6 * YEAR_MS, pages: company.pages.map(({ id }) => id) },
    business,
  );
  for (const { id, name, category, instagram, leadsClosed } of company.pages) {
    store.insert(
      'Page',
      {},
      {
        name,
        category,
        business,
        link: `https://www.facebook.com/${id}`,
        ...(instagram && { instagram: instagram.id }),
        ...(leadsClosed && { leads_closed: true }),
      },
      id,
    );
    if (instagram)
      store.insert('InstagramUser', {}, { username: instagram.username, page: id, business }, instagram.id);
  }
  for (const { id, name } of company.people)
    store.insert('User', {}, { name, business, accounts: company.accounts }, id);
  for (const { id, name, role } of company.systemUsers) {
    store.insert(
      'SystemUser',
      {},
      { name, business, accounts: company.accounts, role, apps: Object.values(APPS).map((app) => app.id) },
      id,
    );
  }
  const permit = { subject: company.systemUsers[0]!.id, scopes: SCOPES };
  const lasting = { kind: 'SYSTEM_USER', issuedAt: now - 30 * DAY_MS, expiresAt: null };
  issueToken(store, { ...permit, ...lasting, token: company.token, clientId: APPS.main.id });
  issueToken(store, { ...permit, ...lasting, token: company.strictToken, clientId: APPS.strict.id });
}

export function grants(_: World): Grant[] {
  return [ACME, ACME_JAPAN].map((company) => ({
    company: company.name,
    account: company.accounts[0]!,
    accounts: company.accounts,
    credentials: {
      access_token: company.token,
      app_id: APPS.main.id,
      app_secret: APPS.main.secret,
      business_id: company.business,
      system_user_id: company.systemUsers[0]!.id,
    },
  }));
}
