import { DAY_MS } from '../../ambient.ts';
import type { Grant, World } from '../emulator.ts';
import { ACCESS_TOKEN_MS, issueToken, REFRESH_TOKEN_MS, SCOPES } from './access.ts';
import { urn } from './format.ts';
import { SOURCE_PLATFORM } from './routes/audiences.ts';
import { AccountSeed, targeting } from './seed/company.ts';
import { Store } from './state.ts';

export const APP = { id: '86sandboxapp', secret: 'WPL_AP1.SandboxAcmeApp01.c2FuZGJveA==' };

export const ACCOUNTS = {
  us: { id: '500000001', name: 'Acme', currency: 'USD', page: '3000001' },
  eu: { id: '500000002', name: 'Acme Europe', currency: 'EUR', page: '3000001' },
  japan: { id: '500000003', name: 'Acme Japan', currency: 'JPY', page: '3000002' },
  test: { id: '500000009', name: 'Acme test', currency: 'USD', page: '3000001' },
} as const;

export const ACME = {
  company: 'Acme' as const,
  member: 'AcmeMember1',
  memberName: 'Acme marketing',
  accounts: [ACCOUNTS.us, ACCOUNTS.eu, ACCOUNTS.test],
  token: 'AQVsandboxprofessionalacme0001',
  refresh: 'AQWsandboxprofessionalacme0001',
};
const ACME_JAPAN = {
  company: 'Acme Japan' as const,
  member: 'AcmeJapanMember1',
  memberName: 'Acme Japan marketing',
  accounts: [ACCOUNTS.japan],
  token: 'AQVsandboxprofessionaljapan0001',
  refresh: 'AQWsandboxprofessionaljapan0001',
};
/** A member with the role VIEWER on Acme's account. */
export const VIEWER = { member: 'AcmeViewer1', token: 'AQVsandboxprofessionalviewer001' };
/** A token of Acme's member with the scope r_ads only. */
export const READER_TOKEN = 'AQVsandboxprofessionalreader001';

export function seed(world: World, store: Store): void {
  const now = world.now();
  store.tokens.saveClient(APP.id, APP.secret);
  for (const [id, localizedName, vanityName] of [
    ['3000001', 'Acme', 'acme'],
    ['3000002', 'Acme Japan', 'acme-japan'],
  ] as const) {
    store.insert('organization', { localizedName, vanityName }, { id, at: now, actor: 'urn:li:unknown:0' });
  }
  const measured = [ACME, ACME_JAPAN].flatMap((company) => addCompany(store, company, now));
  addViewer(store, now);
  const permit = { clientId: APP.id, subject: ACME.member, scopes: ['r_ads'] };
  issueToken(store, {
    ...permit,
    token: READER_TOKEN,
    kind: 'access',
    issuedAt: now,
    expiresAt: now + ACCESS_TOKEN_MS,
  });
  // Ids follow the order of seeding: what came later into this seed stands last, so that others keep theirs.
  for (const { seeded, campaigns } of measured) {
    addServerRules(seeded, campaigns);
    seeded.attachForm('Book a demo', 'Request a demo');
  }
}

interface Measured {
  seeded: AccountSeed;
  campaigns: ReturnType<typeof addCampaigns>;
}

function addCompany(store: Store, company: typeof ACME | typeof ACME_JAPAN, now: number): Measured[] {
  const actor = urn('person', company.member);
  store.insert('member', { name: company.memberName }, { id: company.member, at: now, actor });
  for (const page of new Set(company.accounts.map(({ page }) => page))) {
    store.insert(
      'organizationAcl',
      { organization: urn('organization', page), roleAssignee: actor, role: 'ADMINISTRATOR', state: 'APPROVED' },
      { id: `${page}:${company.member}`, parent: company.member, at: now, actor },
    );
  }
  const measured = company.accounts.flatMap((account) => {
    addAccount(store, account, now, actor);
    addRole(store, account.id, company.member, 'ACCOUNT_BILLING_ADMIN', now);
    return fill(new AccountSeed(store, { account: account.id, ...account, member: company.member, now }), account.id);
  });
  const permit = { clientId: APP.id, subject: company.member, scopes: SCOPES, issuedAt: now };
  const { token, refresh } = company;
  issueToken(store, { ...permit, token: refresh, kind: 'refresh', expiresAt: now + REFRESH_TOKEN_MS });
  issueToken(store, { ...permit, token, kind: 'access', expiresAt: now + ACCESS_TOKEN_MS, parent: refresh });
  return measured;
}

function addAccount(store: Store, account: (typeof ACCOUNTS)[keyof typeof ACCOUNTS], now: number, actor: string): void {
  const { id, name, currency, page } = account;
  const fields = {
    name,
    currency,
    type: 'BUSINESS' as const,
    status: 'ACTIVE',
    reference: urn('organization', page),
    test: id === ACCOUNTS.test.id,
  };
  store.insert('account', fields, { id, at: now - 400 * DAY_MS, actor });
}

function addRole(store: Store, account: string, member: string, role: string, now: number): void {
  const fields = { account: urn('sponsoredAccount', account), user: urn('person', member), role };
  store.insert('accountUser', fields, {
    id: `${account}:${member}`,
    account,
    parent: member,
    at: now,
    actor: fields.user,
  });
}

function addViewer(store: Store, now: number): void {
  const { member, token } = VIEWER;
  store.insert('member', { name: 'Acme auditor' }, { id: member, at: now, actor: urn('person', member) });
  addRole(store, ACCOUNTS.us.id, member, 'VIEWER', now);
  const permit = { clientId: APP.id, subject: member, scopes: SCOPES, issuedAt: now };
  issueToken(store, { ...permit, token, kind: 'access', expiresAt: now + ACCESS_TOKEN_MS });
}

/** Groups, campaigns and creatives in every status there is, audiences, forms and posts; the test account stays almost empty. */
function fill(seeded: AccountSeed, account: string): Measured[] {
  seeded.group('Default Campaign Group', 'ACTIVE', { backfilled: true }, 400);
  if (account === ACCOUNTS.test.id) return [];
  const campaigns = addCampaigns(seeded, account);
  addCreatives(seeded, campaigns);
  seeded.conversion('Demo request', 'LEAD', [campaigns.directors]);
  seeded.conversion('Purchase', 'PURCHASE', []);
  addAudiencesAndForms(seeded, account);
  // A page speaks once, however many accounts advertise for it.
  if (account !== ACCOUNTS.eu.id) addPosts(seeded);
  if (account === ACCOUNTS.us.id) addMediaPlan(seeded);
  return [{ seeded, campaigns }];
}

/** Rules that the advertiser's server fills; the last counts for no campaign. */
function addServerRules(seeded: AccountSeed, { engineers, form }: Measured['campaigns']): void {
  seeded.conversion('Sale', 'PURCHASE', [engineers], 'CONVERSIONS_API');
  seeded.conversion('Qualified lead', 'QUALIFIED_LEAD', [form], 'CONVERSIONS_API');
  seeded.conversion('Sign-up', 'SIGN_UP', [], 'CONVERSIONS_API');
}

function placeOf(account: string): string {
  return account === ACCOUNTS.japan.id ? 'urn:li:geo:101355337' : 'urn:li:geo:103644278';
}

function addCampaigns(seeded: AccountSeed, account: string) {
  const always = seeded.group('Always on', 'ACTIVE');
  const leads = seeded.group('Leads', 'ACTIVE', { objectiveType: 'LEAD_GENERATION' });
  seeded.group('Next quarter', 'DRAFT');
  const old = seeded.group('Last year', 'ARCHIVED', {}, 300);
  const paused = seeded.group('Summer', 'PAUSED', {}, 200);
  const place = placeOf(account);
  const aimed = { targetingCriteria: targeting(place) };
  const bids = (dollars: number) => ({
    ...aimed,
    costType: 'CPC',
    optimizationTargetType: 'NONE',
    unitCost: seeded.money(account === ACCOUNTS.japan.id ? 100 * dollars : dollars),
  });
  const engineers = seeded.campaign(always, 'Engineers', 'ACTIVE', aimed);
  // Also shown where members hardly buy: in a second country, and outside the network.
  const directors = seeded.campaign(always, 'Directors', 'ACTIVE', {
    targetingCriteria: targeting(place, 'urn:li:geo:101174742'),
    offsiteDeliveryEnabled: true,
    objectiveType: 'WEBSITE_CONVERSION',
    optimizationTargetType: 'MAX_CONVERSION',
  });
  const text = seeded.campaign(always, 'Text in the margin', 'PAUSED', {
    ...bids(9),
    type: 'TEXT_AD',
    format: 'TEXT_AD',
  });
  const form = seeded.campaign(leads, 'Demo requests', 'ACTIVE', {
    ...aimed,
    objectiveType: 'LEAD_GENERATION',
    optimizationTargetType: 'MAX_LEAD',
  });
  const silent = seeded.campaign(always, 'Bids nothing', 'ACTIVE', bids(0));
  const cheap = seeded.campaign(always, 'Bids too little', 'ACTIVE', bids(2.5));
  seeded.campaign(always, 'Not ready', 'DRAFT', aimed);
  seeded.campaign(always, 'Finished', 'COMPLETED', aimed);
  seeded.campaign(always, 'Stopped for good', 'CANCELED', aimed);
  seeded.campaign(always, 'Gone', 'REMOVED', aimed);
  seeded.campaign(old, 'Put away', 'ARCHIVED', aimed, 250);
  const beach = seeded.campaign(paused, 'Beach', 'ACTIVE', aimed, 150);
  return { engineers, directors, text, form, silent, cheap, beach };
}

function addCreatives(seeded: AccountSeed, campaigns: ReturnType<typeof addCampaigns>): void {
  const { engineers, directors, text, form, silent, cheap, beach } = campaigns;
  for (const [campaign, name] of [
    [engineers, 'Blue picture'],
    [directors, 'Report'],
    [form, 'Book a demo'],
    [silent, 'Unseen'],
    [cheap, 'Outbid'],
    [beach, 'Sand'],
    [text, 'Words'],
  ] as const) {
    seeded.creative(campaign, name, 'ACTIVE');
  }
  // One that costs as much as the others and brings nothing, and one that was never shown.
  seeded.creative(engineers, 'Red picture', 'ACTIVE', { appeal: { clicks: 0.3, conversions: 0 } });
  seeded.creative(engineers, 'Miracle picture', 'ACTIVE', {
    rejectionReasons: ['MISLEADING_CLAIM', 'LOW_IMAGE_QUALITY'],
  });
  seeded.creative(engineers, 'Green picture', 'PAUSED');
  seeded.creative(engineers, 'Unfinished', 'DRAFT');
}

function addAudiencesAndForms(seeded: AccountSeed, account: string): void {
  seeded.segment('Website visitors', 'WEBSITE_VISITORS', 'READY', 24_000);
  const lists = [
    seeded.segment('Customers', 'USER_LIST_UPLOAD', 'READY', 5200),
    seeded.segment('Too few', 'USER_LIST_UPLOAD', 'READY', 120),
    seeded.segment('Old list', 'BULK', 'ARCHIVED', 0),
  ];
  if (account === ACCOUNTS.eu.id) seeded.segment('Like our customers', 'LOOKALIKE', 'READY', 40_000);
  seeded.leadForm('Request a demo', 'PUBLISHED');
  seeded.leadForm('Newsletter', 'DRAFT');
  for (const list of lists) seeded.list(list);
}

function addPosts(seeded: AccountSeed): void {
  seeded.post('A day at Acme', 60, { media: { id: seeded.video(60), title: 'A day at Acme' } });
  seeded.post('Our new office is open', 40);
  seeded.post('What 400 buyers told us about choosing a supplier', 12);
}

/** The part of Acme's media plan that runs on this platform. */
function addMediaPlan(seeded: AccountSeed): void {
  const name = 'Team wear for companies';
  const group = seeded.group(name, 'ACTIVE', {}, 7);
  const aimed = { targetingCriteria: targeting(placeOf(ACCOUNTS.us.id)) };
  seeded.creative(seeded.campaign(group, name, 'ACTIVE', aimed, 7), 'Team wear', 'ACTIVE', {}, 7);
}

export function grants(world: World): Grant[] {
  const store = new Store(world.db);
  return [ACME, ACME_JAPAN].map(({ company, accounts, token, refresh }) => ({
    company,
    account: accounts[0]!.id,
    credentials: {
      access_token: token,
      refresh_token: refresh,
      client_id: APP.id,
      client_secret: APP.secret,
      expires_at: new Date(store.tokens.findToken(token)?.expiresAt ?? world.now()).toISOString(),
    },
    options: { source_platform: SOURCE_PLATFORM },
  }));
}
