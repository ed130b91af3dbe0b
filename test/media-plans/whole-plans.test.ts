import { afterAll, beforeAll, expect, test } from 'vitest';
import { PIXEL } from '../../src/channels/professional/resources/file.testing.ts';
import {
  FRENCH_PLAN_ID,
  GERMAN_PLAN_ID,
  MESSY_PLAN_ID,
  TIDY_PLAN_ID,
} from '../../src/sandbox/office/seed/agency-plans.ts';
import { type Any, type SheetService, startSheetService, YEAR } from './sheet-service.ts';

/** One sheet for four platforms in three currencies, from the first look to its undo. */
let service: SheetService;
let defaults: Any;
let media: Record<'social' | 'video' | 'professional', string>;
beforeAll(async () => {
  service = await startSheetService(['social', 'search', 'video', 'professional'], {}, 'Europe and Japan');
  const [{ creatives }, { videos }, { images }, { identities }, { image }] = await Promise.all([
    service.ask('social', 'list_ad_creatives', { limit: 50 }),
    service.ask('video', 'list_videos'),
    service.ask('video', 'list_images'),
    service.ask('video', 'get_identities'),
    service.ask('professional', 'upload_professional_image', { organization_id: '3000001', image_base64: PIXEL }),
  ]);
  media = {
    social: creatives.find((one: Any) => one.image_hash).image_hash,
    video: `${videos[0].id} ${images[0].id}`,
    professional: image.id,
  };
  const identity = identities.find((one: Any) => one.kind === 'TT_USER' && one.usable);
  const channels = {
    social: { special_ad_categories: [], page_id: '102000000000001' },
    search: { contains_eu_political_advertising: false },
    video: { identity_id: identity.id },
    professional: { organization_id: '3000001', locale: 'en_US', political_intent: 'NOT_POLITICAL' },
  };
  defaults = { languages: ['en'], landing_page: 'https://acme.example/boots', channels };
});
afterAll(() => service?.close());

const HEAD =
  'Channel,Campaign,Objective,Ad group,Start,End,Budget,Currency,Country,Keywords,Headline 1,Headline 2,Headline 3,Text 1,Text 2,Image';
const DAYS = [`${YEAR}-01-20`, `${YEAR}-02-08`] as const;

interface Row {
  channel: string;
  campaign: string;
  group?: string;
  budget: string;
  currency: string;
  country: string;
  ad?: string;
}
function line({ channel, campaign, group = '', budget, currency, country, ad = '' }: Row): string {
  const said = ['boots', 'Walk far', 'Light boots', 'Free delivery', 'The lightest boots.', 'Order today.'];
  const words = ad === '' ? said.map(() => '') : channel === 'Search' ? [...said, ''] : ['', ...said.slice(1), ad];
  return [channel, campaign, 'Traffic', group, ...DAYS, budget, currency, country, ...words].join(',');
}
const total = (amount: string) => `Total,,,,,,${amount},,,,,,,,,`;

const sheet = () => [
  HEAD,
  line({
    channel: 'Search',
    campaign: 'Brand',
    group: 'Exact',
    budget: '2000.10',
    currency: 'USD',
    country: 'US',
    ad: 'yes',
  }),
  line({
    channel: 'LinkedIn',
    campaign: 'Managers',
    budget: '1400.00',
    currency: 'USD',
    country: 'US',
    ad: media.professional,
  }),
  total('3400.10'),
  line({ channel: 'Search', campaign: 'Marke', budget: '1000.05', currency: 'EUR', country: 'DE' }),
  line({ channel: 'LinkedIn', campaign: 'Vorstände', budget: '900.45', currency: 'EUR', country: 'DE' }),
  total('1900.50'),
  line({ channel: 'Meta', campaign: 'ホリデー', budget: '100001', currency: 'JPY', country: 'JP', ad: media.social }),
  line({
    channel: 'TikTok',
    campaign: '年末ムービー',
    budget: '200003',
    currency: 'JPY',
    country: 'JP',
    ad: media.video,
  }),
  total('300004'),
];

const told = (sums: readonly Any[]) =>
  sums.map(({ currency, channel, month, planned, in_sheet, why }) =>
    [currency, channel ?? month ?? 'all', planned.amount, in_sheet?.amount, why].filter(Boolean).join(' '),
  );

test('three currencies are summed each by itself, exactly, beside the sheet’s own sums; yen have no cents', async () => {
  await service.write(...sheet());
  const answer = await service.plan({ defaults });
  expect(answer.problems.filter((one: Any) => one.level === 'stop')).toEqual([]);
  expect(told(answer.sums)).toEqual([
    'EUR all 1900.50 1900.50',
    'EUR professional 900.45',
    'EUR search 1000.05',
    `EUR ${YEAR}-01 1140.24`,
    `EUR ${YEAR}-02 760.26`,
    'JPY all 300004 300004',
    'JPY social 100001',
    'JPY video 200003',
    `JPY ${YEAR}-01 180000`,
    `JPY ${YEAR}-02 120004`,
    'USD all 3400.10 3400.10',
    'USD professional 1400.00',
    'USD search 2000.10',
    `USD ${YEAR}-01 2040.00`,
    `USD ${YEAR}-02 1360.10`,
  ]);
  expect(answer.running.map((one: Any) => [one.currency, one.adds_a_day.amount, one.words])).toEqual([
    ['EUR', '95.04', 'Running all of it would add €95.04 a day.'],
    ['JPY', '15002', 'Running all of it would add ¥15,002 a day.'],
    ['USD', '170.01', 'Running all of it would add $170.01 a day.'],
  ]);
  expect(answer.plan.summary).toContain('1900.50 EUR in all, 300004 JPY in all, 3400.10 USD in all');
  const groups = answer.rows.map(({ campaign, groups: own }: Any) => [campaign.name, own[0].name]);
  expect(groups, 'a group of one campaign is not taken for the campaigns below it').toEqual([
    ['Brand', 'Exact'],
    ...['Managers', 'Marke', 'Vorstände', 'ホリデー', '年末ムービー'].map((name) => [name, name]),
  ]);
  expect((await service.effects()).filter((one: Any) => one.resource !== 'image')).toEqual([]);
});

/** How each channel lists what was made, with the account argument that reaches it. */
const LISTS: Record<
  string,
  { account: string; off: readonly string[]; on: string; ids: string; lists: [tool: string, rows: string][] }
> = {
  search: {
    ...{ account: 'customer_id', off: ['PAUSED'], on: 'ENABLED', ids: 'campaign_ids' },
    lists: [
      ['list_campaigns', 'campaigns'],
      ['list_ad_groups', 'ad_groups'],
      ['list_ads', 'ads'],
    ],
  },
  social: {
    ...{ account: 'account_id', off: ['PAUSED'], on: 'ACTIVE', ids: 'campaign_ids' },
    lists: [
      ['list_social_campaigns', 'campaigns'],
      ['list_ad_sets', 'ad_sets'],
      ['list_social_ads', 'ads'],
    ],
  },
  video: {
    ...{ account: 'advertiser_id', off: ['DISABLE'], on: 'ENABLE', ids: 'campaign_ids' },
    lists: [
      ['list_campaigns', 'campaigns'],
      ['list_ad_groups', 'ad_groups'],
      ['list_ads', 'ads'],
    ],
  },
  professional: {
    ...{ account: 'account_id', off: ['PAUSED', 'DRAFT'], on: 'ACTIVE', ids: 'campaign_group_ids' },
    lists: [
      ['list_campaign_groups', 'campaign_groups'],
      ['list_professional_campaigns', 'campaigns'],
      ['list_creatives', 'creatives'],
    ],
  },
};

/** What the platform lists, by id. */
async function listed(channel: string, account: string, levels = 3): Promise<Map<string, Any>> {
  const { account: argument, lists } = LISTS[channel]!;
  const found = new Map<string, Any>();
  for (const [tool, rows] of lists.slice(0, levels)) {
    let cursor: string | undefined;
    do {
      const args = { [argument]: account, limit: 100, ...(cursor && { cursor }) };
      const reply = await service.ask(channel, tool, args);
      for (const one of reply[rows]) found.set(one.id, one);
      cursor = reply.next_cursor;
    } while (cursor);
  }
  return found;
}

test('everything is made paused on all four platforms with its exact budget, and the undo takes back the whole', async () => {
  await service.write(...sheet());
  const { plan: open } = await service.plan();
  const plan = await service.launch(open.id);
  expect(plan.members.flatMap((one: Any) => one.error ?? [])).toEqual([]);
  expect(plan).toMatchObject({ state: 'applied', progress: { of: 6, made: 6 } });
  const budgets = [];
  for (const { channel, account, made, name, campaign_id } of plan.members) {
    const there = await listed(channel, account);
    for (const { id, level } of made.filter((one: Any) => one.level !== 'part'))
      expect(LISTS[channel]!.off, `${name}: ${level} ${id}`).toContain(there.get(id)?.status);
    const one = there.get(campaign_id);
    budgets.push(one.total_budget ?? one.lifetime_budget ?? one.budget);
  }
  expect(budgets.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
    '100.00 USD',
    '1400.00 USD',
    '50.00 EUR',
    '900.45 EUR',
    '100001 JPY',
    '200003 JPY',
  ]);

  for (const { channel, account, made } of plan.members) {
    const { account: argument, ids, on } = LISTS[channel]!;
    const [{ id }] = made;
    const reply = await service.ask(channel, 'bulk_update', {
      ...(channel !== 'social' && { [argument]: account }),
      [ids]: [id],
      status: on,
    });
    expect(reply.refused, JSON.stringify(reply)).toBe(0);
  }
  const undone = await service.ask('workspace', 'undo_change', { call_id: plan.id, preview: false });
  expect(undone.undo).toBe('full');
  for (const { channel, account, made, name } of plan.members)
    expect(LISTS[channel]!.off, name).toContain((await listed(channel, account, 1)).get(made[0].id)?.status);
});

/** Each practice plan: its range, the cells that keep rows out, and what is made of it. */
const PRACTICE = [
  [TIDY_PLAN_ID, 'Media plan', 'E2 G2 E5 I6 J6 E7 G7 D8', 'Gift guide, Corporate gifting'],
  [
    GERMAN_PLAN_ID,
    'Plan',
    'D5 F5 D8 D10 D11 F11 E13 F15 G17 G18 G19 G20',
    'Weihnachten: Neukunden, Geschenke-Video, Geschenke: Marke, Creators: Geschenke, Firmengeschenke',
  ],
  [FRENCH_PLAN_ID, 'Plan média', 'E6 E7', 'Idées cadeaux, Collection hiver, Soldes'],
  [MESSY_PLAN_ID, 'Sheet1 (new)', 'E6 F6 C8 C9 E14 E15 F16 F19 A20', 'Spring sale'],
] as const;

test('practice plans of four agencies are checked by their platforms, with every problem in its cell', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const asked = async (channel: string, tool: string, args = {}) =>
    (await service.call(channel, tool, { workspaceId, ...args })).result;
  const { identities } = await asked('video', 'get_identities');
  const declared = { dsa_payor: 'Acme', dsa_beneficiary: 'Acme', special_ad_categories: [] };
  const pixel = async (channel: string) => ({ pixel_id: (await asked(channel, 'list_pixels')).pixels[0].id });
  const channels = {
    ...defaults.channels,
    social: { ...declared, page_id: '101000000000001', lead_form_id: '301000000000001', ...(await pixel('social')) },
    video: {
      identity_id: identities.find((one: Any) => one.kind === 'TT_USER' && one.usable).id,
      ...(await pixel('video')),
    },
  };
  for (const [spreadsheet_id, tab, stops, makes] of PRACTICE) {
    const own = { countries: ['US'], languages: ['en'], landing_page: 'https://acme.example/shop', channels };
    const answer = await asked('workspace', 'plan_from_sheet', { spreadsheet_id, range: `'${tab}'`, defaults: own });
    const stopping = answer.problems.filter((one: Any) => one.level === 'stop');
    expect(stopping.map((one: Any) => one.cell.split('!').at(-1)).join(' '), tab).toBe(stops);
    const made = answer.rows.filter((one: Any) => one.fate === 'make').map((one: Any) => one.campaign.name);
    expect(made.join(', '), tab).toBe(makes);
    expect(answer.plan.bulk.campaigns, tab).toBe(made.length);
  }
});
