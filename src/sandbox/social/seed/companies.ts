/** The seeded companies: fixed ids, so that a test or a reader can name them. */

export interface AccountPlan {
  id: string;
  name: string;
  currency: string;
  timezone: string;
  country: string;
  business: string;
  page: string;
  instagram: string;
  language: 'en' | 'de' | 'ja';
  status: number;
  /** The terms for customer lists are not accepted. */
  termsOpen?: boolean;
  /** Everything an advertiser has, or a single running campaign. */
  size: 'full' | 'small';
}

export interface CompanySeed {
  name: 'Acme' | 'Acme Japan';
  business: string;
  token: string;
  /** For the app that demands `appsecret_proof`. */
  strictToken: string;
  accounts: string[];
  pages: {
    id: string;
    name: string;
    category: string;
    instagram?: { id: string; username: string };
    /** No user of the sandbox may read its leads. */
    leadsClosed?: true;
  }[];
  people: { id: string; name: string }[];
  systemUsers: { id: string; name: string; role: 'ADMIN' | 'EMPLOYEE' }[];
}

export const APPS = {
  main: {
    id: '1730000000000001',
    name: 'Acme Campaign Desk',
    secret: '5e0c9a7d41f24b8e9b6a2f1d3c7e8a90',
    proofRequired: false,
  },
  strict: {
    id: '1730000000000002',
    name: 'Acme Campaign Desk (strict)',
    secret: 'b1946ac92492d2347c6235b4d2611184',
    proofRequired: true,
  },
};

const ACME_BUSINESS = '210000000000001';
const JAPAN_BUSINESS = '210000000000002';

const acme = { business: ACME_BUSINESS, page: '101000000000001', instagram: '17841400000000001', status: 1 };

export const ACCOUNTS = {
  us: {
    ...acme,
    id: 'act_1001000000000001',
    name: 'Acme US',
    currency: 'USD',
    timezone: 'America/New_York',
    country: 'US',
    language: 'en',
    size: 'full',
  },
  europe: {
    ...acme,
    id: 'act_1001000000000002',
    name: 'Acme Europe',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    country: 'DE',
    language: 'de',
    size: 'full',
    page: '101000000000002',
    instagram: '17841400000000002',
  },
  japan: {
    id: 'act_2001000000000001',
    name: 'Acme Japan',
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    country: 'JP',
    language: 'ja',
    size: 'full',
    business: JAPAN_BUSINESS,
    page: '102000000000001',
    instagram: '17841400000000101',
    status: 1,
  },
} satisfies Record<string, AccountPlan>;

const CITIES =
  'Boston Chicago Denver Seattle Austin Portland Miami Atlanta Dallas Phoenix Detroit Nashville Oakland Tampa Houston Buffalo Tucson Omaha Memphis Tulsa Fresno Mesa Raleigh Newark Orlando Reno Boise Madison'.split(
    ' ',
  );

/** One small account a store: together with the big ones more than a first page holds. */
export const storeAccounts: AccountPlan[] = CITIES.map((city, index) => ({
  ...acme,
  id: `act_1001000000000${100 + index}`,
  name: `Acme Store ${city}`,
  currency: 'USD',
  timezone: 'America/New_York',
  country: 'US',
  language: 'en',
  size: 'small',
  ...(index === 4 && { termsOpen: true }),
  status: index === 7 ? 2 : index === 13 ? 3 : index === 21 ? 101 : 1,
}));

export const ACME: CompanySeed = {
  name: 'Acme',
  business: ACME_BUSINESS,
  token: 'EAASANDBOXacmeXk29ZBq4sT7dV1mRw8YhLpC3nJf6GuKoEi5',
  strictToken: 'EAASANDBOXacmeStrictQ7vN2xB8cM4kL9sD1fH6jG3pW5rT0yU',
  accounts: [ACCOUNTS.us.id, ACCOUNTS.europe.id, ...storeAccounts.map(({ id }) => id)],
  pages: [
    {
      id: '101000000000001',
      name: 'Acme Outdoor',
      category: 'Sportswear Store',
      instagram: { id: '17841400000000001', username: 'acme.outdoor' },
    },
    {
      id: '101000000000002',
      name: 'Acme Outdoor Europa',
      category: 'Sportswear Store',
      instagram: { id: '17841400000000002', username: 'acme.outdoor.eu' },
    },
    { id: '101000000000003', name: 'Acme Trail Club', category: 'Community', leadsClosed: true },
  ],
  people: [{ id: '10150000000000001', name: 'Acme marketing' }],
  systemUsers: [
    { id: '61550000000000001', name: 'Acme automation', role: 'ADMIN' },
    { id: '61550000000000002', name: 'Acme reporting', role: 'EMPLOYEE' },
  ],
};

export const ACME_JAPAN: CompanySeed = {
  name: 'Acme Japan',
  business: JAPAN_BUSINESS,
  token: 'EAASANDBOXjapanW3nT8kP5vB1xZ7qM4dL9sC2fH6jG0rYuEoIa',
  strictToken: 'EAASANDBOXjapanStrictM4dL9sC2fH6jG0rYuEoIaW3nT8kP5vB',
  accounts: [ACCOUNTS.japan.id],
  pages: [
    {
      id: '102000000000001',
      name: 'アクメ アウトドア',
      category: 'Sportswear Store',
      instagram: { id: '17841400000000101', username: 'acme.outdoor.jp' },
    },
  ],
  people: [{ id: '10150000000000101', name: 'Acme Japan marketing' }],
  systemUsers: [{ id: '61550000000000101', name: 'Acme Japan automation', role: 'ADMIN' }],
};
