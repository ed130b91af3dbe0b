import type { Grant, World } from '../emulator.ts';
import { saveRefreshToken } from '../google/token-endpoint.ts';
import { OAuthStore } from '../oauth.ts';
import { ADS_SCOPE, DATA_MANAGER_SCOPE } from './access.ts';
import { bringLeads } from './metrics/leads.ts';
import { seedCompany } from './seed/company.ts';
import { seedConstants } from './seed/geo-and-languages.ts';
import { seedLeadForm } from './seed/lead-form.ts';
import { seedUploadActions } from './seed/upload-actions.ts';
import { type Store, storeOf } from './state.ts';

export const ACCOUNTS = {
  manager: '7301442586',
  america: '2468013579',
  europe: '3579124680',
  japan: '4680235791',
  /** Accounts of another owner: one open, one closed. */
  stranger: '5791346802',
  closed: '6802457913',
} as const;

const USERS = {
  marketing: 'marketing@acme.example',
  tokyo: 'tokyo@acme.example',
  analyst: 'analyst@acme.example',
  stranger: 'owner@globex.example',
} as const;

const CLIENT = {
  id: '518204736915-adhelmsandboxsearch.apps.googleusercontent.com',
  secret: 'GOCSPX-sandbox-only-not-a-secret',
} as const;

interface AccountSeed {
  id: string;
  name: string;
  currency: string;
  timeZone: string;
  manager?: boolean;
  status?: string;
}

const ACCOUNT_SEEDS: readonly AccountSeed[] = [
  { id: ACCOUNTS.manager, name: 'Acme Group', currency: 'USD', timeZone: 'America/New_York', manager: true },
  { id: ACCOUNTS.america, name: 'Acme', currency: 'USD', timeZone: 'America/New_York' },
  { id: ACCOUNTS.europe, name: 'Acme Europe', currency: 'EUR', timeZone: 'Europe/Berlin' },
  { id: ACCOUNTS.japan, name: 'Acme Japan', currency: 'JPY', timeZone: 'Asia/Tokyo' },
  { id: ACCOUNTS.stranger, name: 'Globex', currency: 'USD', timeZone: 'America/Chicago' },
  { id: ACCOUNTS.closed, name: 'Globex Outlet', currency: 'USD', timeZone: 'America/Chicago', status: 'CANCELED' },
];

/** Accounts each person has direct access to; accounts below a manager are reached through it. */
const ACCESS: readonly (readonly [email: string, customer: string, role: string])[] = [
  [USERS.marketing, ACCOUNTS.manager, 'ADMIN'],
  [USERS.marketing, ACCOUNTS.europe, 'STANDARD'],
  [USERS.tokyo, ACCOUNTS.japan, 'STANDARD'],
  [USERS.analyst, ACCOUNTS.america, 'READ_ONLY'],
  [USERS.stranger, ACCOUNTS.stranger, 'ADMIN'],
  [USERS.stranger, ACCOUNTS.closed, 'ADMIN'],
];

/** Fills a new file; a file that has been filled before is left as it is. */
export function seed(world: World): void {
  const store = storeOf(world);
  if (store.prepare('SELECT 1 FROM search_projects').get()) return;
  world.change(() => {
    seedConstants(store);
    for (const account of ACCOUNT_SEEDS) seedAccount(store, account);
    for (const client of [ACCOUNTS.america, ACCOUNTS.europe, ACCOUNTS.japan])
      store.prepare('INSERT INTO search_links VALUES (?, ?)').run(ACCOUNTS.manager, client);
    for (const access of ACCESS) store.prepare('INSERT INTO search_access VALUES (?, ?, ?)').run(...access);
    seedSignIn(world);
    const companies = [ACCOUNTS.america, ACCOUNTS.europe, ACCOUNTS.japan];
    for (const id of companies) seedCompany(world, id);
    for (const id of companies) seedUploadActions(world, id);
    for (const id of companies) seedLeadForm(world, id);
  });
  bringLeads(world);
}

function seedAccount(
  store: Store,
  { id, name, currency, timeZone, manager = false, status = 'ENABLED' }: AccountSeed,
): void {
  store.insert({
    customer: id,
    kind: 'customer',
    key: id,
    parent: null,
    delivery: [],
    doc: {
      resource_name: `customers/${id}`,
      id: Number(id),
      descriptive_name: name,
      currency_code: currency,
      time_zone: timeZone,
      manager,
      test_account: false,
      auto_tagging_enabled: !manager,
      has_partners_badge: false,
      status,
      contains_eu_political_advertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      conversion_tracking_setting: {
        conversion_tracking_id: Number(id.slice(1)),
        conversion_tracking_status: manager ? 'NOT_CONVERSION_TRACKED' : 'CONVERSION_TRACKING_MANAGED_BY_SELF',
        accepted_customer_data_terms: true,
      },
      customer_agreement_setting: { accepted_lead_form_terms: id !== ACCOUNTS.japan },
      ...(!manager && { optimization_score: 0.7 + (Number(id) % 25) / 100, optimization_score_weight: 1 }),
    },
  });
}

/**
 * One project with the OAuth client that the sandbox's connections use, and a long-lived sign-in for each person. The same
 * in every file, so that connections outlive a file that is deleted or started over.
 */
function seedSignIn(world: World): void {
  const tokens = new OAuthStore(world.db, 'search');
  tokens.saveClient(CLIENT.id, CLIENT.secret);
  storeOf(world)
    .prepare('INSERT INTO search_projects (client_id, access_level) VALUES (?, ?)')
    .run(CLIENT.id, 'STANDARD');
  for (const [who, email] of Object.entries(USERS)) {
    tokens.saveUser(email, email);
    const permit = { subject: email, clientId: CLIENT.id, scopes: [ADS_SCOPE, DATA_MANAGER_SCOPE] };
    saveRefreshToken(tokens, `1//0sandbox-search-${who}-refresh-token`, permit, world.now());
  }
}

export function grants(world: World): Grant[] {
  return [
    {
      company: 'Acme',
      account: ACCOUNTS.america,
      accounts: [ACCOUNTS.manager, ACCOUNTS.america, ACCOUNTS.europe],
      credentials: signIn(world, USERS.marketing),
      options: { login_customer_id: ACCOUNTS.manager },
    },
    {
      company: 'Acme Japan',
      account: ACCOUNTS.japan,
      accounts: [ACCOUNTS.japan],
      credentials: signIn(world, USERS.tokyo),
      options: { login_customer_id: ACCOUNTS.japan },
    },
  ];
}

/** The credentials that a person signed in with when the file was made. */
export function signIn(world: World, email: string): Record<string, string> {
  const tokens = new OAuthStore(world.db, 'search');
  const held = tokens.tokenOf(email, 'refresh');
  const client = held && tokens.findClient(held.clientId);
  return client ? { refresh_token: held.token, client_id: client.id, client_secret: client.secret } : {};
}
