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
  type PlannedGroup,
  type PlanningContext,
  type PlanObjective,
  type RunningCampaign,
} from '../../tools/media-planning.ts';
import { campaignsOfGroups } from '../../tools/planned-groups.ts';
import type { ProfessionalClient } from './client.ts';
import { mediaPlanning } from './media-plan.ts';
import { PIXEL } from './resources/file.testing.ts';

const { call, client, workspaceNamed, service } = sandboxed('professional');
const { signal } = new AbortController();
const { creating, changing, running } = mediaPlanning;

interface Account {
  client: ProfessionalClient;
  account: string;
  currency: string;
  where: Record<string, unknown>;
  context: PlanningContext;
  image: string;
  video: string | undefined;
}

const accounts = new Map<string, Account>();
const usd = () => accounts.get('USD')!;
const day = (after: number) => new Date(Date.now() + after * DAY_MS).toISOString().slice(0, 10);

async function opened(workspace: string, currency: string, organization_id: string): Promise<Account> {
  const { client: professional, account } = await client<ProfessionalClient>(workspace);
  const where = { workspaceId: await workspaceNamed(workspace) };
  const { image } = await call('upload_professional_image', { ...where, organization_id, image_base64: PIXEL });
  const { posts } = await call('list_page_posts', { ...where, organization_id });
  const { lead_forms } = await call('list_lead_forms', where);
  const published = lead_forms.find(({ status }: { status: string }) => status === 'PUBLISHED');
  const defaults = mediaPlanning.defaults.parse({ organization_id, locale: 'en_US', lead_form_id: published?.id });
  return {
    client: professional,
    account,
    currency,
    where,
    context: { defaults, today: day(0), containers: await mediaPlanning.containers!(professional, account, signal) },
    image: image.id,
    video: posts.find((post: { video_id?: string }) => post.video_id)?.video_id,
  };
}

/** The sandbox has an account in yen that no workspace is connected to. */
async function connectJapan(): Promise<void> {
  const { connections, directory } = service().home;
  const acme = (await connections.get(await workspaceNamed('Acme'), 'professional'))!;
  const credentials = {
    ...(await connections.credentials(acme.id)),
    access_token: 'AQVsandboxprofessionaljapan0001',
    refresh_token: 'AQWsandboxprofessionaljapan0001',
  };
  const workspaceId = await workspaceNamed('Acme Japan');
  const { mode } = acme;
  await connections.put({ workspaceId, channel: 'professional', mode, account: '500000003', options: {}, credentials });
  directory.refresh();
}

beforeAll(async () => {
  await connectJapan();
  accounts.set('USD', await opened('Acme', 'USD', '3000001'));
  accounts.set('JPY', await opened('Acme Japan', 'JPY', '3000002'));
});

function ad(mediaId: string | undefined, more: Partial<PlannedAd> = {}): PlannedAd {
  const said = {
    name: 'Ad',
    headlines: ['Walk far'],
    texts: ['The lightest boots of the year.'],
    landingPage: 'https://acme.example/boots',
    button: 'Learn more',
    mediaId,
    ...more,
  };
  return { ...said, cells: cellsOf(said) };
}

let names = 0;
function wanted({ account, currency, image }: Account, given: Partial<PlannedCampaign> = {}): PlannedCampaign {
  names += 1;
  const countries = [currency === 'JPY' ? 'JP' : 'US'];
  return plannedCampaign({
    account,
    currency,
    name: `Planned ${names}`,
    objective: 'traffic',
    budget: { amount: '5000', currency, per: 'day' },
    groups: [plannedGroup({ name: 'Only', countries, ads: [ad(image), ad(image, { name: 'Second' })] })],
    ...given,
  });
}

const stopsIn = ({ problems }: ReturnType<typeof creating>) => problems.filter(({ level }) => level === 'stop');

async function make(of: Account, campaign: PlannedCampaign, context = of.context) {
  const planned = creating(campaign, context);
  expect(stopsIn(planned)).toEqual([]);
  const replies = await runPlanned(call, planned.calls, of.where);
  for (const [key, { campaign_group: group, campaign: made, creative }] of replies) {
    const [level] = key.split(' ');
    const { status } = level === 'ad' ? creative : level === 'container' ? group : made;
    expect(status, key).toBe('DRAFT');
  }
  return { ...planned, replies };
}

async function found(of: Account, name: string): Promise<RunningCampaign> {
  return (await running(of.client, of.account, signal)).find((one) => one.name === name)!;
}

const OFFERED = PLAN_OBJECTIVES.filter((one) => one !== 'app_installs');
const CASES = ['USD', 'JPY'].flatMap((currency) =>
  OFFERED.flatMap((objective) => (['day', 'total'] as const).map((per) => [currency, objective, per] as const)),
);

test.each(CASES)('%s, %s, budget a %s: a draft, read back, nothing to change', async (currency, objective, per) => {
  const of = accounts.get(currency)!;
  const countries = [currency === 'JPY' ? 'JP' : 'US'];
  const file = objective === 'video_views' ? of.video : of.image;
  const ads = file === undefined ? [] : [ad(file)];
  const campaign = wanted(of, {
    objective,
    budget: { amount: '19000', currency, per },
    start: day(2),
    end: day(40),
    groups: [plannedGroup({ name: 'Only', countries, genders: 'women', ages: { from: 25, to: 54 }, ads })],
  });
  const { problems, replies } = await make(of, campaign);
  expect(problems).toEqual([]);
  expect([...replies.keys()]).toEqual([`container ${campaign.name}`, 'campaign', ...ads.map(() => 'ad 1.1')]);
  const is = await found(of, campaign.name);
  expect(is).toMatchObject({
    container: { name: campaign.name },
    status: 'paused',
    objective,
    budget: { amount: currency === 'USD' ? '19000.00' : '19000', currency, per },
    start: campaign.start,
    end: campaign.end,
    groups: [{ ads: ads.length }],
  });
  expect(changing(is, campaign, of.context)).toEqual({ calls: [], problems: [] });
  expect(replies.get('campaign').campaign).toMatchObject({
    offsite_delivery_enabled: false,
    audience_expansion_enabled: false,
    political_intent: 'NOT_DECLARED',
    targeting: { include: { genders: ['urn:li:gender:FEMALE'] } },
  });
});

test('a campaign group that exists is used by its name', async () => {
  const of = usd();
  const campaign = wanted(of, { container: 'always  ON' });
  const { calls } = await make(of, campaign);
  expect(calls.map(({ key }) => key)).toEqual(['campaign', 'ad 1.1', 'ad 1.2']);
  expect((await found(of, campaign.name)).container?.name).toBe('Always on');
});

test('several groups are campaigns in one campaign group, which is made once', async () => {
  const of = usd();
  const budget = (amount: string) => ({ amount, currency: 'USD', per: 'day' as const });
  const groups = [
    plannedGroup({ name: `One ${names}`, countries: ['US'], budget: budget('20'), ads: [ad(of.image)] }),
    plannedGroup({ name: `Two ${names}`, countries: ['DE'], budget: budget('30') }),
  ];
  const whole = wanted(of, { budget: undefined, groups });
  const { calls, replies } = await make(of, whole);
  const container = `container ${whole.name}`;
  expect(calls.map(({ key }) => key)).toEqual([container, 'group 1', 'ad 1.1', 'group 2']);
  expect(calls[3]!.from.daily_budget_amount).toBe('groups.1.budget');
  expect(replies.get('group 2').campaign.campaign_group_id).toBe(replies.get(container).campaign_group.id);
  for (const one of campaignsOfGroups(whole)) {
    const is = await found(of, one.name);
    expect(is.container?.name).toBe(whole.name);
    expect(changing(is, one, of.context)).toEqual({ calls: [], problems: [] });
  }
});

test('a budget of several groups together is not given to each of them', () => {
  const groups = [plannedGroup({ name: 'One' }), plannedGroup({ name: 'Two' })];
  const planned = creating(wanted(usd(), { groups }), usd().context);
  expect(planned.calls).toEqual([]);
  expect(stopsIn(planned)).toMatchObject([{ field: 'budget' }, { field: 'budget' }]);
});

test('split by groups, each campaign keeps the cells of its own row', () => {
  const groups = [plannedGroup({ name: 'One', cells: { name: 'Plan!B7' } }), plannedGroup({ name: 'Two', cells: {} })];
  const campaign = wanted(usd(), { name: 'Both', groups, cells: { name: 'Plan!A7', objective: 'Plan!C7' } });
  expect(campaignsOfGroups(campaign)).toMatchObject([
    { name: 'One', container: 'Both', cells: { name: 'Plan!B7', container: 'Plan!A7', objective: 'Plan!C7' } },
    { name: 'Two', container: 'Both', cells: { container: 'Plan!A7', objective: 'Plan!C7' } },
  ]);
});

const group = (given: Partial<PlannedGroup>): Partial<PlannedCampaign> => ({
  groups: [plannedGroup({ countries: ['US'], ...given })],
});
const REFUSED: [string, Partial<PlannedCampaign>, string][] = [
  ['no objective', { objective: undefined }, 'objective'],
  ['app installs', { objective: 'app_installs' }, 'objective'],
  ['no budget', { budget: undefined }, 'budget'],
  ['a total without an end', { budget: { amount: '100', currency: 'USD', per: 'total' } }, 'end'],
  ['an amount finer than a cent', { budget: { amount: '10.005', currency: 'USD', per: 'day' } }, 'budget'],
  ['a format that is not for the objective', { ...group({}), objective: 'leads', type: 'Text ad' }, 'objective'],
  ['a job ad', { type: 'Job ad' }, 'type'],
  ['a bid above the day', group({ bid: '6000' }), 'groups.0.bid'],
  ['a country that is none', group({ countries: ['QQ'] }), 'groups.0.countries'],
  ['a language that the platform does not know', group({ languages: ['is'] }), 'groups.0.languages'],
  ['a button that is none', group({ ads: [ad('urn:li:image:1', { button: 'Buy' })] }), 'groups.0.ads.0.button'],
  ['an ad without text', group({ ads: [ad('urn:li:image:1', { texts: [] })] }), 'groups.0.ads.0.texts'],
  ['a text too long', group({ ads: [ad('urn:li:image:1', { texts: ['x'.repeat(601)] })] }), 'groups.0.ads.0.texts'],
  ['no landing page', group({ ads: [ad('urn:li:image:1', { landingPage: undefined })] }), 'groups.0.ads.0.landingPage'],
  ['a file of another platform', group({ ads: [ad('1234')] }), 'groups.0.ads.0.mediaId'],
  ['two kinds of ads', group({ ads: [ad('urn:li:image:1'), ad('urn:li:video:1')] }), 'groups.0.ads.1.mediaId'],
];

test.each(REFUSED)('%s stops the campaign in its cell', (_, given, field) => {
  const planned = creating(wanted(usd(), given), usd().context);
  expect(planned.calls).toEqual([]);
  expect([...new Set(stopsIn(planned).map((one) => one.field))]).toEqual([field]);
});

test.each(['organization_id', 'lead_form_id'])('an ad that needs the default %s names it', (name) => {
  const { [name]: _, ...defaults } = usd().context.defaults;
  const planned = creating(wanted(usd(), { objective: 'leads' }), { ...usd().context, defaults });
  expect(planned.calls).toEqual([]);
  expect(stopsIn(planned)[0]?.message).toContain(name);
});

test('words without a picture make no ad, and that is said', async () => {
  const campaign = wanted(usd(), group({ ads: [ad(undefined)] }));
  const { calls, problems } = await make(usd(), campaign);
  expect(calls.map(({ level }) => level)).toEqual(['container', 'campaign']);
  expect(problems).toMatchObject([{ field: 'groups.0.ads.0.headlines', level: 'look' }]);
});

test('text ads have their words in themselves', async () => {
  const { replies } = await make(usd(), wanted(usd(), { ...group({ ads: [ad(undefined)] }), type: 'Text ads' }));
  expect(replies.get('campaign').campaign.type).toBe('TEXT_AD');
  expect(replies.get('ad 1.1').creative.content.textAd).toMatchObject({ headline: 'Walk far' });
});

test.each([
  [['de'], ['US'], 'de_DE', []],
  [['en', 'de'], ['GB'], 'en_GB', ['look']],
  [[], ['AT', 'DE'], 'de_DE', ['look']],
  [[], ['DE', 'FR'], 'en_US', ['look']],
])('languages %j and countries %j are the locale %s', (languages, countries, locale, levels) => {
  const context = { ...usd().context, defaults: { organization_id: '3000001' } };
  const { calls, problems } = creating(wanted(usd(), group({ languages, countries })), context);
  const { locale_language, locale_country } = calls.find(({ key }) => key === 'campaign')!.arguments;
  expect(`${locale_language}_${locale_country}`).toBe(locale);
  expect(problems.map(({ level }) => level)).toEqual(levels);
});

test('what begins today begins at its end, is read back as today and stays', async () => {
  const campaign = wanted(usd(), { start: day(0), end: day(20) });
  const { problems } = await make(usd(), campaign);
  expect(problems).toMatchObject([{ field: 'start', level: 'look' }]);
  expect(changing(await found(usd(), campaign.name), campaign, usd().context).calls).toEqual([]);
});

describe.each(['USD', 'JPY'])('a campaign that exists, in %s', (currency) => {
  const of = () => accounts.get(currency)!;
  let campaign: PlannedCampaign;
  beforeAll(async () => {
    campaign = wanted(of(), { start: day(2), end: day(40), budget: { amount: '39000', currency, per: 'total' } });
    await make(of(), campaign);
  });

  const CHANGES: [string, () => Partial<PlannedCampaign>, string[]][] = [
    ['amount', () => ({ budget: { amount: '78000', currency, per: 'total' } }), ['budget']],
    ['budget a day', () => ({ budget: { amount: '2500', currency, per: 'day' } }), ['budget']],
    ['budget in total', () => ({ budget: { amount: '90000', currency, per: 'total' } }), ['budget']],
    ['days', () => ({ start: day(3), end: day(50) }), ['end', 'start']],
    ['name', () => ({ name: `${campaign.name} renamed` }), ['name']],
    [
      'campaign group',
      () => ({ container: `Other ${currency}`, cells: { ...campaign.cells, container: 'Plan!H7' } }),
      ['container'],
    ],
  ];

  test.each(CHANGES)('%s: exactly that is changed, and then nothing more', async (what, given, fields) => {
    const { name } = campaign;
    campaign = { ...campaign, ...given() };
    const { calls, problems } = changing(await found(of(), name), campaign, of().context);
    expect(problems).toEqual([]);
    const tools = what === 'campaign group' ? ['create_campaign_group'] : [];
    expect(calls.map(({ tool }) => tool)).toEqual([...tools, 'update_professional_campaign']);
    expect(Object.keys(calls.at(-1)!.difference ?? {}).sort()).toEqual(fields);
    await runPlanned(call, calls, of().where);
    expect(changing(await found(of(), campaign.name), campaign, of().context)).toEqual({ calls: [], problems: [] });
  });

  test('what stands in no cell changes nothing, and an objective cannot change', async () => {
    const is = await found(of(), campaign.name);
    const other = { ...campaign, name: 'x', objective: 'leads' as const, end: day(9), groups: [plannedGroup({})] };
    expect(changing(is, { ...other, cells: {} }, of().context)).toEqual({ calls: [], problems: [] });
    const leads = { ...campaign, objective: 'leads' as const };
    expect(changing(is, leads, of().context).problems).toMatchObject([{ field: 'objective', level: 'stop' }]);
  });
});

test('the least a day is what the platform says', async () => {
  const least = (of: Account) => mediaPlanning.leastDailyBudget(of.client, of.account, signal);
  expect(await least(usd())).toEqual({ amount: '10.00', currency: 'USD' });
  expect(await least(accounts.get('JPY')!)).toEqual({ amount: '1000', currency: 'JPY' });
});

test('all campaigns of the account are read', async () => {
  const all = await running(usd().client, usd().account, signal);
  const listed = await call('list_professional_campaigns', {
    ...usd().where,
    limit: 500,
    status: ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'COMPLETED'],
  });
  expect(all.map(({ id }) => id).sort()).toEqual(listed.campaigns.map(({ id }: { id: string }) => id).sort());
  expect(all.every(({ container }) => container)).toBe(true);
});

const mostly = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: good, weight: 20 }, { arbitrary: bad, weight: 1 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const text = (max: number) => fc.string({ maxLength: max, unit: fc.constantFrom(...'aé語 -&.+09ß') });
const drawn = fc.record({
  objective: mostly<PlanObjective | undefined>(fc.constantFrom(...OFFERED), fc.constantFrom('app_installs', undefined)),
  type: maybe(
    fc.constantFrom('Single image', 'Video', 'Text ad', 'Spotlight', 'Carousel', 'InMail', 'Brand', 'Follower'),
  ),
  amount: mostly(fc.constantFrom('4102', '9999', '400'), fc.constantFrom('0', '0.004', '0.01', '12.345')),
  per: fc.constantFrom('day' as const, 'total' as const),
  start: maybe(fc.integer({ min: 0, max: 20 })),
  length: mostly<number | undefined>(fc.integer({ min: 0, max: 400 }), fc.constant(undefined)),
  bid: maybe(mostly(fc.constantFrom('5', '25'), fc.constantFrom('0.001', '0'))),
  countries: fc.uniqueArray(fc.constantFrom('US', 'DE', 'JP'), { maxLength: 3 }),
  languages: fc.uniqueArray(mostly(fc.constantFrom('en', 'de', 'ja', 'pt'), fc.constant('is')), { maxLength: 2 }),
  ages: maybe(fc.record({ from: fc.integer({ min: 13, max: 60 }), to: maybe(fc.integer({ min: 61, max: 70 })) })),
  genders: maybe(fc.constantFrom('all' as const, 'women' as const, 'men' as const)),
  ads: fc.array(
    fc.record({
      hasImage: fc.boolean(),
      headlines: fc.array(text(30), { maxLength: 2 }),
      texts: fc.array(mostly(text(70), text(700)), { maxLength: 2 }),
      landingPage: mostly<string | undefined>(
        fc.constant('https://acme.example/a?b=c'),
        fc.constantFrom('acme', undefined),
      ),
      button: maybe(mostly(fc.constantFrom('Sign up', 'LEARN_MORE'), fc.constant('Buy now'))),
    }),
    { maxLength: 2 },
  ),
});

test('a random planned campaign either has a stop problem, or the sandbox accepts all its calls', {
  timeout: 120_000,
}, async () => {
  const of = usd();
  let made = 0;
  await fc.assert(
    fc.asyncProperty(drawn, async ({ amount, per, start, length, objective, type, ads, ...said }) => {
      const campaign = wanted(of, {
        objective,
        type,
        budget: { amount, currency: 'USD', per },
        start: start === undefined ? undefined : day(start),
        end: length === undefined ? undefined : day((start ?? 2) + length),
        groups: [
          plannedGroup({
            ...said,
            ads: ads.map(({ hasImage, ...one }) => ad(hasImage ? of.image : undefined, one)),
          }),
        ],
      });
      if (stopsIn(creating(campaign, of.context)).length > 0) return;
      await make(of, campaign);
      made += 1;
      expect(changing(await found(of, campaign.name), campaign, of.context).calls).toEqual([]);
    }),
    { numRuns: times(400) },
  );
  expect(made).toBeGreaterThan(times(400) / 20);
});
