import { addDays, daysOf } from '../address/period.ts';

interface Account {
  channel: string;
  account: string;
  name: string;
  currency: string;
  time_zone: string;
  /** Totals over the 28 days that the gallery shows. */
  total: { cost: number; impressions: number; clicks: number; conversions: number };
  /** Growth against the period before, as a factor. */
  grown: number;
}

const account = (
  [channel, id, name, currency, time_zone]: [string, string, string, string, string],
  [cost, impressions, clicks, conversions]: [number, number, number, number],
  grown: number,
): Account => ({
  channel,
  account: id,
  name,
  currency,
  time_zone,
  total: { cost, impressions, clicks, conversions },
  grown,
});

const ACCOUNTS: Record<string, Account[]> = {
  ws_acme: [
    account(
      ['social', 'act_20417783', 'Acme US', 'USD', 'America/New_York'],
      [83085.34, 5_916_891, 70_411, 1845],
      1.092,
    ),
    account(['search', '481-220-9036', 'Acme', 'USD', 'America/New_York'], [62400.27, 667_324, 32_165, 1386], 1.031),
    account(['video', '71025518', 'Acme', 'USD', 'America/New_York'], [30311.5, 6_012_958, 42_692, 388], 1.124),
    account(['professional', '51204471', 'Acme Inc.', 'USD', 'UTC'], [20272.57, 563_929, 3158, 99], 0.982),
  ],
  ws_japan: [
    account(['social', 'act_20419902', 'Acme Japan', 'JPY', 'Asia/Tokyo'], [5_253_031, 3_132_748, 41_039, 997], 0.96),
    account(['search', '733-018-4420', 'Acme Japan', 'JPY', 'Asia/Tokyo'], [3_765_851, 504_681, 22_963, 914], 0.979),
  ],
};

type CampaignLine = [string, string, string, number | null, 'DAILY' | 'LIFETIME', number | null, number, number];

/** Channel, name, status, budget, its period, cost, clicks, conversions. */
const CAMPAIGNS: Record<string, CampaignLine[]> = {
  ws_acme: [
    ['social', 'Always on: prospecting', 'ACTIVE', 920, 'DAILY', 26088.8, 22_109, 581],
    ['search', 'Generic: hiking boots', 'ENABLED', 700, 'DAILY', 18033.68, 9296, 404],
    ['search', 'Performance Max: all products', 'ENABLED', 640, 'DAILY', 16099.27, 8299, 369],
    ['social', 'Retargeting: site visitors', 'ACTIVE', 520, 'DAILY', 15038.45, 12_744, 343],
    ['search', 'Brand: exact', 'ENABLED', 450, 'DAILY', 11668.85, 6015, 286],
    ['video', 'Trail stories', 'ENABLE', 420, 'DAILY', 11275.88, 15_881, 126],
    ['social', 'Brand film', 'ACTIVE', 380, 'DAILY', 10634.92, 9013, 239],
    ['professional', 'Retail partners Q4', 'ACTIVE', 12000, 'LIFETIME', 9345.66, 1456, 46],
    ['video', 'Creators: autumn', 'ENABLE', 360, 'DAILY', 8820.65, 12_423, 117],
    ['social', 'Newsletter sign-ups', 'ACTIVE', 240, 'DAILY', 7394.6, 6267, 162],
    ['professional', 'Store managers: hiring', 'PAUSED', 6000, 'LIFETIME', 4946.51, 771, 24],
    ['social', 'Dynamic creative test', 'ACTIVE', 100, 'DAILY', 2824.9, 2394, 69],
    ['video', 'App installs', 'DISABLE', 150, 'DAILY', 1576.2, 2220, 20],
    ['social', 'Spring launch', 'ARCHIVED', 18000, 'LIFETIME', null, 0, 0],
    ['social', 'Winter clearance', 'PAUSED', 300, 'DAILY', null, 0, 0],
  ],
  ws_japan: [
    ['social', '常時配信：新規顧客', 'ACTIVE', 62000, 'DAILY', 1_849_067, 14_446, 369],
    ['search', '指名検索', 'ENABLED', 48000, 'DAILY', 1_295_453, 7899, 332],
    ['social', 'リターゲティング', 'ACTIVE', 30000, 'DAILY', 877_256, 6854, 150],
  ],
};

/** Deterministic noise, so that screenshots change only when the page does. */
const wobble = (seed: number) => 1 + 0.11 * Math.sin(seed * 12.9898) + 0.05 * Math.sin(seed * 4.1);

const amountOf = (value: number, currency: string) => ({ amount: value.toFixed(currency === 'JPY' ? 0 : 2), currency });

function metricsOf(total: Account['total'], currency: string, share: number, grown: number) {
  const both = (value: number, isMoney: boolean) => {
    const side = (one: number) => (isMoney ? amountOf(one, currency) : Math.round(one));
    return { current: side(value * share), before: side((value * share) / grown) };
  };
  return {
    cost: both(total.cost, true),
    impressions: both(total.impressions, false),
    clicks: both(total.clicks, false),
    conversions: both(total.conversions, false),
  };
}

const identity = ({ channel, account: id, currency, time_zone }: Account) => ({
  channel,
  mode: 'live' as const,
  account: id,
  currency,
  time_zone,
});

const dayRows = (accounts: readonly Account[], days: readonly string[]) =>
  accounts.flatMap((one, at) => {
    const weights = days.map((_, index) => wobble(index + at * 31));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return days.map((date, index) => ({
      ...identity(one),
      entity: { kind: 'account', id: one.account, name: one.name, status: 'ACTIVE' },
      segments: { date },
      metrics: metricsOf(one.total, one.currency, weights[index]! / sum, one.grown * wobble(index * 3 + at)),
    }));
  });

const campaignRows = (accounts: readonly Account[], lines: readonly CampaignLine[]) =>
  lines.map(([channel, name, status, budget, period, cost, clicks, conversions], index) => {
    const own = accounts.find((one) => one.channel === channel)!;
    const total = { cost: cost ?? 0, clicks, conversions, impressions: clicks * 83 };
    const nothing = { current: null, before: null };
    return {
      ...identity(own),
      entity: {
        kind: channel === 'professional' ? 'campaign_group' : 'campaign',
        id: `1202148830${1177 + index}`,
        name,
        status,
        ...(channel === 'professional' && { shown_as: 'Campaign group' }),
        ...(budget !== null && { budget: { ...amountOf(budget, own.currency), period } }),
      },
      segments: {},
      metrics:
        cost === null
          ? { cost: nothing, impressions: nothing, clicks: nothing, conversions: nothing }
          : metricsOf(total, own.currency, 1, wobble(index)),
    };
  });

function rowsOf(level: string, accounts: readonly Account[], days: readonly string[], workspaceId: string) {
  if (level === 'account') return dayRows(accounts, days);
  if (level === 'campaign') return campaignRows(accounts, CAMPAIGNS[workspaceId] ?? []);
  return CHILDREN.map(([name, status, cost, clicks, conversions], index) => ({
    ...identity(accounts[0]!),
    entity: { kind: 'ad_set', id: `c${index}`, name, status },
    segments: {},
    metrics: metricsOf({ cost, clicks, conversions, impressions: clicks * 80 }, 'USD', 1, 1.04),
  }));
}

/** What `compare` would answer about an organization that does not exist. */
export function exampleReport(workspaceId: string, args: Record<string, unknown>) {
  const accounts = ACCOUNTS[workspaceId] ?? [];
  const days = daysOf({ start: String(args.start_date), end: String(args.end_date) });
  const sources = accounts.map(({ channel, account: id, name, currency, time_zone }) => ({
    channel,
    account: id,
    name,
    currency,
    time_zone,
    complete_until: days.at(-1),
  }));
  const rows = rowsOf(String(args.level), accounts, days, workspaceId);
  const before = { start_date: addDays(days[0]!, -days.length), end_date: addDays(days[0]!, -1) };
  return { rows, sources, periods: [{ before }], missing: [], totals: [], partial: false, notes: [], next_calls: [] };
}

const CHILDREN: readonly [string, string, number, number, number][] = [
  ['Lookalike of customers', 'ACTIVE', 12000.85, 9800, 299],
  ['Broad', 'ACTIVE', 8609.3, 7100, 173],
  ['Hikers', 'LEARNING', 5478.65, 5209, 115],
];

/** What a campaign of the pictures is made of; the other lists are empty. */
export function exampleList(tool: string) {
  const children = CHILDREN.map(([name, status], index) => ({ id: `c${index}`, name, status }));
  return tool === 'list_ad_sets' ? { ad_sets: children } : { campaigns: [], ad_groups: [], campaign_groups: [] };
}
