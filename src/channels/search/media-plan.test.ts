import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { cellsOf, plannedCampaign, plannedGroup, runPlanned } from '../../../test/planned-calls.ts';
import { sandboxed } from '../../../test/sandboxed.ts';
import { times } from '../../../test/seed.ts';
import { DAY_MS } from '../../ambient.ts';
import {
  PLAN_OBJECTIVES,
  type PlannedAd,
  type PlannedCampaign,
  type PlanningContext,
  type PlanObjective,
  type RunningCampaign,
} from '../../tools/media-planning.ts';
import { dayIn } from '../../tools/report/period.ts';
import type { SearchClient } from './client.ts';
import { mediaPlanning } from './media-plan.ts';

const { call, client, workspaceNamed, requests } = sandboxed('search');
const { signal } = new AbortController();
const { creating, changing, running } = mediaPlanning;

interface Account {
  client: SearchClient;
  account: string;
  currency: string;
  where: Record<string, unknown>;
  context: PlanningContext;
  day(after: number): string;
}

const DEFAULTS = { contains_eu_political_advertising: false };
const accounts = new Map<string, Account>();
const usd = () => accounts.get('USD')!;

async function opened(workspace: string, currency: string): Promise<Account> {
  const { client: search, account } = await client<SearchClient>(workspace);
  const [row] = await search.rows(account, { select: ['customer.time_zone'], from: 'customer' });
  const zone = row?.customer?.timeZone ?? '';
  const day = (after: number) => dayIn(zone, Date.now() + after * DAY_MS);
  const context = { defaults: mediaPlanning.defaults.parse(DEFAULTS), today: day(0), zone };
  return { client: search, account, currency, where: { workspaceId: await workspaceNamed(workspace) }, context, day };
}

beforeAll(async () => {
  accounts.set('USD', await opened('Acme', 'USD'));
  accounts.set('JPY', await opened('Acme Japan', 'JPY'));
});

function ad(name = 'Ad', more: Partial<PlannedAd> = {}): PlannedAd {
  const said = {
    name,
    headlines: ['Walk far', 'Light boots', 'Free delivery'],
    texts: ['The lightest boots of the year.', 'Order today, walk tomorrow.'],
    landingPage: 'https://acme.example/boots',
    ...more,
  };
  return { ...said, cells: cellsOf(said) };
}

let names = 0;
function wanted({ account, currency }: Account, given: Partial<PlannedCampaign> = {}): PlannedCampaign {
  names += 1;
  const groups = [
    plannedGroup({
      name: 'Near',
      countries: ['US', 'DE'],
      languages: ['en'],
      keywords: ['boots', '[light boots]', '"walking boots"', '-free', 'Boots'],
      ads: [ad(), ad('Second')],
    }),
    plannedGroup({ name: 'Far', countries: ['US', 'DE'], languages: ['en'], ads: [ad()] }),
  ];
  const budget = { amount: '5000', currency, per: 'day' as const };
  return plannedCampaign({ account, currency, name: `Planned ${names}`, budget, groups, ...given });
}

const stopsIn = ({ problems }: ReturnType<typeof creating>) => problems.filter(({ level }) => level === 'stop');

async function make(of: Account, campaign: PlannedCampaign, context = of.context) {
  const planned = creating(campaign, context);
  expect(stopsIn(planned)).toEqual([]);
  const replies = await runPlanned(call, planned.calls, of.where);
  for (const [key, reply] of replies) {
    // Searches to stay away from cannot be paused, and cost nothing.
    if (!key.startsWith('negatives')) expect(JSON.stringify(reply), key).not.toContain('"status":"ENABLED"');
    if (reply.results) expect(reply.refused, key).toBe(0);
    else expect(JSON.stringify(reply), key).toContain('"status":"PAUSED"');
  }
  return { ...planned, replies };
}

async function found(of: Account, name: string): Promise<RunningCampaign> {
  return (await running(of.client, of.account, signal)).find((one) => one.name === name)!;
}

const SEARCHED = PLAN_OBJECTIVES.filter((one) => one !== 'app_installs' && one !== 'video_views');
const BUDGETS = ['day', 'total'] as const;
const CASES = ['USD', 'JPY'].flatMap((currency) =>
  SEARCHED.flatMap((objective) => BUDGETS.map((per) => [currency, objective, per] as const)),
);

test.each(CASES)('%s, %s, budget a %s: made paused, read back, nothing to change', async (currency, objective, per) => {
  const of = accounts.get(currency)!;
  const campaign = wanted(of, {
    objective,
    budget: { amount: '16000', currency, per },
    start: of.day(2),
    end: of.day(40),
  });
  const { problems, replies } = await make(of, campaign);
  const daily = per === 'day' ? '16000' : currency === 'USD' ? '410.25' : '410';
  const told = currency === 'USD' ? '$16,000.00 in 39 days is $410.25' : '¥16,000 in 39 days is ¥410';
  const looks = per === 'day' ? [] : [`Search takes a budget a day: ${told} a day.`];
  expect(problems.map(({ message }) => message)).toEqual(looks);
  expect([...replies.keys()]).toEqual(
    'campaign,group 1,keywords 1,negatives 1,ad 1.1,ad 1.2,group 2,ad 2.1'.split(','),
  );
  const is = await found(of, campaign.name);
  expect(is).toMatchObject({
    status: 'paused',
    budget: { amount: currency === 'USD' && per === 'day' ? '16000.00' : daily, currency, per: 'day' },
    start: campaign.start,
    end: campaign.end,
  });
  expect(is.groups.map(({ name, ads }) => [name, ads])).toEqual([
    ['Near', 2],
    ['Far', 1],
  ]);
  expect(changing(is, campaign, of.context)).toEqual({ calls: [], problems: [] });
});

test('keywords have the match type of their notation, and countries their places', async () => {
  const of = usd();
  const { replies } = await make(of, wanted(of));
  expect(replies.get('keywords 1').results).toMatchObject([
    { text: 'boots', match_type: 'BROAD' },
    { text: 'light boots', match_type: 'EXACT' },
    { text: 'walking boots', match_type: 'PHRASE' },
  ]);
  expect(replies.get('negatives 1').results).toMatchObject([{ text: 'free', match_type: 'BROAD', outcome: 'added' }]);
  const campaign_id = replies.get('campaign').campaign.id;
  const { targeting, names: places } = await call('get_campaign_targeting', { ...of.where, campaign_id });
  expect([...targeting.location_ids].sort()).toEqual(['2276', '2840']);
  expect(JSON.stringify(places)).toContain('Germany');
});

test('bids of the sheet mean bidding by hand; the default is for the groups without one', async () => {
  const of = usd();
  const groups = [plannedGroup({ name: 'One', bid: '1.25', countries: ['US'] }), plannedGroup({ name: 'Two' })];
  const campaign = wanted(of, { groups });
  expect(stopsIn(creating(campaign, of.context))).toMatchObject([{ field: 'groups.1.bid' }]);
  const context = { ...of.context, defaults: { ...DEFAULTS, cpc_bid: '0.8' } };
  const { replies } = await make(of, campaign, context);
  expect(replies.get('campaign').campaign.bidding_strategy).toBe('MANUAL_CPC');
  expect(replies.get('group 1').ad_group.cpc_bid.amount).toBe('1.25');
  expect(replies.get('group 2').ad_group.cpc_bid.amount).toBe('0.80');
});

test.each(['Performance Max', 'PMax', 'P-Max', 'Perf. Max', 'performance max (retail)'])(
  '%s is made without asset groups, and that is said',
  async (type) => {
    const of = usd();
    const { calls, problems, replies } = await make(of, wanted(of, { type }));
    expect(calls.map(({ key }) => key)).toEqual(['campaign']);
    expect(replies.get('campaign').campaign.type).toBe('PERFORMANCE_MAX');
    expect(problems).toMatchObject([{ field: 'type', level: 'look' }]);
  },
);

const REFUSED: [string, Partial<PlannedCampaign>, string][] = [
  ['no budget', { budget: undefined }, 'budget'],
  ['a total without an end', { budget: { amount: '100', currency: 'USD', per: 'total' } }, 'end'],
  ['an amount finer than a cent', { budget: { amount: '10.005', currency: 'USD', per: 'day' } }, 'budget'],
  ['a kind that is not made', { type: 'Shopping' }, 'type'],
  ['app installs', { objective: 'app_installs' }, 'objective'],
  ['video views', { objective: 'video_views' }, 'objective'],
  ['a country that is none', { groups: [plannedGroup({ countries: ['XX'] })] }, 'groups.0.countries'],
  ['a keyword with a sign', { groups: [plannedGroup({ keywords: ['50% off'] })] }, 'groups.0.keywords'],
  [
    'two headlines',
    { groups: [plannedGroup({ ads: [ad('a', { headlines: ['a', 'b'] })] })] },
    'groups.0.ads.0.headlines',
  ],
  ['one text', { groups: [plannedGroup({ ads: [ad('a', { texts: ['a'] })] })] }, 'groups.0.ads.0.texts'],
  [
    'a headline that is too long',
    { groups: [plannedGroup({ ads: [ad('a', { headlines: ['a', 'b', 'c'.repeat(31)] })] })] },
    'groups.0.ads.0.headlines',
  ],
  [
    'no landing page',
    { groups: [plannedGroup({ ads: [ad('a', { landingPage: undefined })] })] },
    'groups.0.ads.0.landingPage',
  ],
];

test.each(REFUSED)('%s stops the campaign in its cell', (_, given, field) => {
  const planned = creating(wanted(usd(), given), usd().context);
  expect(planned.calls).toEqual([]);
  expect(stopsIn(planned).map((one) => one.field)).toEqual([field]);
});

test('without the declaration of EU law nothing is made, and the default to set is named', () => {
  const planned = creating(wanted(usd()), { ...usd().context, defaults: {} });
  expect(planned.calls).toEqual([]);
  expect(stopsIn(planned)[0]?.message).toContain('contains_eu_political_advertising');
});

test('a row without words for an ad makes none', () => {
  const silent = { name: 'Row', headlines: [], texts: [], landingPage: 'https://acme.example', cells: {} };
  const groups = [plannedGroup({ countries: ['US'], ads: [silent] })];
  const { calls, problems } = creating(wanted(usd(), { groups }), usd().context);
  expect(calls.map(({ key }) => key)).toEqual(['campaign', 'group 1']);
  expect(problems).toEqual([]);
});

describe.each(['USD', 'JPY'])('a campaign that exists, in %s', (currency) => {
  const of = () => accounts.get(currency)!;
  let campaign: PlannedCampaign;
  beforeAll(async () => {
    const { day } = of();
    const budget = { amount: '39000', currency, per: 'total' as const };
    campaign = wanted(of(), { budget, start: day(2), end: day(40) });
    await make(of(), campaign);
  });

  const CHANGES: [string, () => Partial<PlannedCampaign>, Record<string, unknown>][] = [
    ['budget', () => ({ budget: { amount: '78000', currency, per: 'total' } }), { budget: { to: { per: 'day' } } }],
    ['end', () => ({ end: of().day(50), budget: { amount: '2500', currency, per: 'day' } }), { end: {}, budget: {} }],
    ['start', () => ({ start: of().day(3) }), { start: {} }],
    ['name', () => ({ name: `${campaign.name} renamed` }), { name: {} }],
    [
      'a missing group',
      () => ({ groups: [...campaign.groups, plannedGroup({ name: 'New', keywords: ['new'], ads: [ad()] })] }),
      {},
    ],
  ];

  test.each(CHANGES)('%s: exactly that is changed, and then nothing more', async (_, given, difference) => {
    const { name } = campaign;
    campaign = { ...campaign, ...given() };
    const { calls, problems } = changing(await found(of(), name), campaign, of().context);
    expect(problems.filter(({ level }) => level === 'stop')).toEqual([]);
    if (Object.keys(difference).length > 0) {
      expect(calls.map(({ tool }) => tool)).toEqual(['update_campaign']);
      expect(Object.keys(calls[0]!.difference ?? {}).sort()).toEqual(Object.keys(difference).sort());
      expect(calls[0]!.difference).toMatchObject(difference);
    } else expect(calls.map(({ key }) => key)).toEqual(['group 3', 'keywords 3', 'ad 3.1']);
    await runPlanned(call, calls, of().where);
    expect(changing(await found(of(), campaign.name), campaign, of().context).calls).toEqual([]);
  });

  test('what stands in no cell changes nothing', async () => {
    const bare = { ...campaign, cells: {}, groups: [plannedGroup({ name: 'Default', cells: {} })] };
    const other = { ...bare, name: 'x', budget: { amount: '1', currency, per: 'day' as const }, end: of().day(9) };
    expect(changing(await found(of(), campaign.name), other, of().context)).toEqual({ calls: [], problems: [] });
  });
});

test('a campaign that has started keeps its start, and one of another kind is not changed', async () => {
  const of = usd();
  const campaign = wanted(of, { type: 'Search' });
  await make(of, campaign);
  const is = await found(of, campaign.name);
  expect(is.start).toBe(of.day(0));
  const moved = { ...campaign, start: of.day(3), cells: { ...campaign.cells, start: 'Plan!D7' } };
  expect(changing(is, moved, of.context)).toMatchObject({ calls: [], problems: [{ field: 'start', level: 'stop' }] });
  const begun = { ...moved, start: of.day(-3) };
  expect(changing(is, begun, of.context)).toEqual({ calls: [], problems: [] });
  const other = { ...campaign, type: 'PMax' };
  expect(changing(is, other, of.context).problems).toMatchObject([{ field: 'type', level: 'stop' }]);
});

test('a shared budget is not changed from a sheet', async () => {
  const of = usd();
  const campaign = wanted(of);
  const { replies } = await make(of, campaign);
  const campaign_ids = [replies.get('campaign').campaign.id];
  await call('create_campaign_budget', { ...of.where, name: `Shared ${names}`, budget: '70', campaign_ids });
  const is = await found(of, campaign.name);
  expect(changing(is, campaign, of.context).problems).toMatchObject([{ field: 'budget', level: 'stop' }]);
  const same = { ...campaign, budget: { amount: '70', currency: 'USD', per: 'day' as const } };
  expect(changing(is, same, of.context)).toEqual({ calls: [], problems: [] });
});

test('all campaigns are read with four requests', async () => {
  const before = (await requests()).length;
  const all = await running(usd().client, usd().account, signal);
  const made = (await requests()).slice(before);
  expect(made.length).toBeLessThanOrEqual(4);
  const listed = await call('list_campaigns', { ...usd().where, limit: 1000 });
  expect(all.map(({ id }) => id).sort()).toEqual(listed.campaigns.map(({ id }: { id: string }) => id).sort());
});

/** Mostly what is allowed, so that most campaigns are made. */
const mostly = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: good, weight: 30 }, { arbitrary: bad, weight: 1 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const text = (max: number) => fc.string({ minLength: 1, maxLength: max, unit: fc.constantFrom(..."aé語 -&.+'09ß") });
const drawn = fc.record({
  objective: maybe(mostly(fc.constantFrom<PlanObjective>(...SEARCHED), fc.constantFrom(...PLAN_OBJECTIVES))),
  type: maybe(mostly(fc.constantFrom('Search', 'pmax', 'Brand'), fc.constant('Display'))),
  amount: mostly(fc.constantFrom('41025', '99999', '400'), fc.constantFrom('0', '0.004', '0.01', '12.345')),
  per: fc.constantFrom('day' as const, 'total' as const),
  start: maybe(fc.integer({ min: 0, max: 20 })),
  length: mostly<number | undefined>(fc.integer({ min: 0, max: 400 }), fc.constant(undefined)),
  groups: fc.array(
    fc.record({
      bid: mostly(fc.constantFrom('1', '35', '250'), fc.constantFrom('0.001', undefined)),
      keywords: fc.array(mostly(text(40), fc.string({ maxLength: 90 })), { maxLength: 5 }),
      countries: fc.uniqueArray(mostly(fc.constantFrom('US', 'DE', 'JP'), fc.constant('QQ')), { maxLength: 3 }),
      languages: fc.uniqueArray(fc.constantFrom('en', 'de', 'ja'), { maxLength: 2 }),
      headlines: mostly(
        fc.uniqueArray(text(15), { minLength: 5, maxLength: 15 }),
        fc.array(text(32), { maxLength: 17 }),
      ),
      texts: mostly(fc.uniqueArray(text(45), { minLength: 3, maxLength: 4 }), fc.array(text(95), { maxLength: 5 })),
      landingPage: mostly<string | undefined>(
        fc.constant('https://acme.example/a?b=c'),
        fc.constantFrom('acme.example', undefined),
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  currency: fc.constantFrom('USD', 'JPY'),
});

test('a random planned campaign either has a stop problem, or the sandbox accepts all its calls', {
  timeout: 120_000,
}, async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(drawn, async ({ groups, amount, per, start, length, currency, ...said }) => {
      const of = accounts.get(currency)!;
      const campaign = wanted(of, {
        ...said,
        budget: { amount, currency, per },
        start: start === undefined ? undefined : of.day(start),
        end: length === undefined ? undefined : of.day((start ?? 0) + length),
        groups: groups.map(({ headlines, texts, landingPage, ...group }, at) =>
          plannedGroup({ ...group, name: `Group ${at}`, ads: [ad('Ad', { headlines, texts, landingPage })] }),
        ),
      });
      if (stopsIn(creating(campaign, of.context)).length > 0) return;
      await make(of, campaign);
      made += 1;
      expect(changing(await found(of, campaign.name), campaign, of.context).calls).toEqual([]);
    }),
    { numRuns: times(300) },
  );
  expect(made).toBeGreaterThan(times(300) / 10);
});
