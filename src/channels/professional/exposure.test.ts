import { describe, expect, test } from 'vitest';
import { argumentsOf, foretelling, raiseOf, writeTools } from '../../../test/exposure.ts';
import { sandboxed } from '../../../test/sandboxed.ts';
import { examples } from '../../../test/writes/examples/professional.ts';
import { DAY_MS } from '../../ambient.ts';
import type { Holding } from '../../tools/exposure.ts';
import { type ScriptedReply, scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { ProfessionalClient } from './client.ts';
import { EFFECTS, exposure } from './exposure.ts';

const sandbox = sandboxed('professional');
const { call, walk, requests } = sandbox;

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;

async function read() {
  const { client, account } = await sandbox.client<ProfessionalClient>();
  return exposure.read(client, account, Date.now());
}
const foretell = foretelling(sandbox, 'professional', exposure, read);

/** Holdings by id after a call that changes them as it was foretold. */
async function moved(tool: string, args: Any): Promise<Record<string, Holding>> {
  const { changes, after } = await foretell(tool, args);
  expect(changes, `${tool} ${JSON.stringify(args)}`).not.toEqual([]);
  return Object.fromEntries(after.objects.map((one) => [one.id, one]));
}

const END = '2027-09-01T00:00:00Z';
const group = async (name: string, more = {}): Promise<string> =>
  (await call('create_campaign_group', { name, status: 'ACTIVE', ...more })).campaign_group.id;
const campaign = async (campaign_group_id: string, name: string, more = {}): Promise<string> =>
  (
    await call('create_professional_campaign', {
      campaign_group_id,
      name,
      status: 'PAUSED',
      daily_budget_amount: '40',
      associated_entity: '3000001',
      targeting: { include: { locations: ['United States'] } },
      ...more,
    })
  ).campaign.id;
const shared = { bid_strategy: 'MAXIMUM_DELIVERY', objective_type: 'WEBSITE_VISIT' };

test('every tool that writes says what it does to holdings, or why it moves no money', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual(writeTools('professional').sort());
});

const moving = Object.keys(EFFECTS).filter((tool) => typeof EFFECTS[tool] === 'function');
test.each(moving)('%s: its example is foretold', async (tool) => {
  await foretell(tool, await examples[tool]!(sandbox));
});

test('an account is read whole in a handful of requests, without what is archived or removed', async () => {
  const seen = (await requests()).length;
  const { objects, currency, timeZone, spentThisMonth } = await read();
  expect((await requests()).length - seen).toBeLessThanOrEqual(6);
  expect({ currency, timeZone }).toEqual({ currency: 'USD', timeZone: 'UTC' });
  const groups: Any[] = await walk('list_campaign_groups', 'campaign_groups', {});
  const campaigns: Any[] = await walk('list_professional_campaigns', 'campaigns', {});
  const living = ({ status }: Any) => ['ACTIVE', 'PAUSED', 'DRAFT', 'COMPLETED'].includes(status);
  const kept = groups.filter(living);
  const within = campaigns.filter((one) => living(one) && kept.some(({ id }: Any) => id === one.campaign_group_id));
  expect(objects.map(({ id }) => id).sort()).toEqual([...kept, ...within].map(({ id }) => id).sort());
  for (const one of within) {
    const held = objects.find(({ id }) => id === one.id)!;
    expect(held).toMatchObject({ level: 'campaign', name: one.name, parent: one.campaign_group_id });
    expect(held.on).toBe(['ACTIVE', 'COMPLETED'].includes(one.status));
    if (one.daily_budget) expect(held.budget).toMatchObject({ kind: 'daily', amount: one.daily_budget.amount });
    expect(held).not.toHaveProperty('unknown');
  }
  const first = `${new Date().toISOString().slice(0, 7)}-01`;
  const { totals } = await call('get_analytics', {
    level: 'account',
    start_date: first,
    end_date: new Date().toISOString().slice(0, 10),
    metrics: ['cost'],
  });
  expect(Number(spentThisMonth)).toBeCloseTo(Number(totals.cost.amount), 1);
});

describe('what a call changes is told beforehand as it is read afterwards', () => {
  test('of a campaign', async () => {
    const [first, second] = [await group('First'), await group('Second')];
    const campaign_id = await campaign(first, 'One');
    const update = async (args: Any) =>
      (await moved('update_professional_campaign', { campaign_id, ...args }))[campaign_id];
    expect(await update({ status: 'ACTIVE' })).toMatchObject({ on: true, budget: { amount: '40.00', worstDay: 1.5 } });
    expect(await update({ daily_budget_amount: '33.33' })).toMatchObject({ budget: { amount: '33.33' } });
    expect(await update({ run_schedule_end: END })).toMatchObject({ end: Date.parse(END) });
    expect(await update({ total_budget_amount: '9000' })).toMatchObject({
      budget: { kind: 'daily', amount: '33.33', total: { amount: '9000.00' } },
    });
    expect(await update({ daily_budget_amount: 'none' })).toMatchObject({
      budget: { kind: 'lifetime', amount: '9000.00' },
    });
    expect(await update({ daily_budget_amount: 50, total_budget_amount: 'none' })).toMatchObject({
      budget: { kind: 'daily', amount: '50.00' },
    });
    expect(await update({ run_schedule_end: 'none' })).not.toHaveProperty('end');
    expect(await update({ campaign_group_id: second })).toMatchObject({ parent: second });
    expect(await update({ status: 'PAUSED' })).toMatchObject({ on: false });
    expect(await update({ status: 'ARCHIVED' })).toBeUndefined();
  });

  test('of a group, and of the campaigns in it', async () => {
    const campaign_group_id = await group('Sleeping', { run_schedule_end: END });
    const [one, two] = [
      await campaign(campaign_group_id, 'One of two'),
      await campaign(campaign_group_id, 'Two of two'),
    ];
    await call('bulk_update', { campaign_ids: [one, two], status: 'ACTIVE' });
    const update = (args: Any) => moved('update_campaign_group', { campaign_group_id, ...args });
    expect((await update({ status: 'PAUSED' }))[campaign_group_id]).toMatchObject({ on: false });
    const awake = await update({ status: 'ACTIVE' });
    expect([campaign_group_id, one, two].map((id) => awake[id]!.on)).toEqual([true, true, true]);
    expect((await update({ run_schedule_end: 'none' }))[campaign_group_id]).not.toHaveProperty('end');
    const draft = await campaign(campaign_group_id, 'Not ready', { status: 'DRAFT' });
    const gone = await update({ status: 'ARCHIVED' });
    expect([campaign_group_id, one, two, draft].filter((id) => id in gone)).toEqual([]);
  });

  test('of a group that shares out one budget, which its campaigns hold together', async () => {
    const campaign_group_id = await group('Shared', { ...shared, daily_budget_amount: '100' });
    const budgetless = { daily_budget_amount: undefined, objective_type: 'WEBSITE_VISIT' };
    const ids = [
      await campaign(campaign_group_id, 'a', budgetless),
      await campaign(campaign_group_id, 'b', budgetless),
    ];
    const after = await moved('update_campaign_group', { campaign_group_id, daily_budget_amount: '120.5' });
    for (const id of ids)
      expect(after[id]!.budget).toEqual({ id: campaign_group_id, kind: 'daily', amount: '120.50', worstDay: 1.5 });
    expect(after[campaign_group_id]).not.toHaveProperty('budget');
    await moved('bulk_update', { campaign_group_ids: [campaign_group_id], percent: 10 });
  });

  test('of a bulk change', async () => {
    const home = await group('Many');
    const ids = [await campaign(home, 'x'), await campaign(home, 'y', { daily_budget_amount: '33.33' })];
    const amounts = (after: Record<string, Holding>) => ids.map((id) => after[id]!.budget!.amount);
    await moved('bulk_update', { campaign_ids: ids, status: 'ACTIVE' });
    expect(amounts(await moved('bulk_update', { campaign_ids: ids, percent: 3 }))).toEqual(['41.20', '34.33']);
    const budgets = ids.map((campaign_id, at) => ({ campaign_id, daily_budget_amount: 50 + at }));
    expect(amounts(await moved('bulk_update', { budgets }))).toEqual(['50.00', '51.00']);
    await moved('bulk_update', { campaign_ids: ids, run_schedule_end: END });
    await moved('bulk_update', { campaign_ids: ids, run_schedule_end: 'none' });
    await moved('bulk_update', { campaign_group_ids: [home], status: 'PAUSED' });
    await moved('bulk_update', { campaign_ids: ids, status: 'REMOVED' });
  });
});

describe('what a call adds to a day', () => {
  const adds = async (tool: string, args: Any) => {
    const before = await read();
    return raiseOf(before, exposure.changes(tool, argumentsOf('professional', tool, args), before));
  };

  test('a campaign adds its budget where its group is on, and a group those of its campaigns that are on', async () => {
    const home = await group('Measured');
    const one = await campaign(home, 'Measured one');
    const two = await campaign(home, 'Measured two', { daily_budget_amount: '30.5' });
    expect(await adds('update_professional_campaign', { campaign_id: one, status: 'ACTIVE' })).toMatchObject({
      daily: '40',
    });
    await call('bulk_update', { campaign_ids: [one, two], status: 'ACTIVE' });
    await call('update_campaign_group', { campaign_group_id: home, status: 'PAUSED' });
    expect(await adds('update_professional_campaign', { campaign_id: one, daily_budget_amount: 900 })).toEqual({
      daily: '0',
      isRaise: false,
      unknown: [],
    });
    expect(await adds('update_campaign_group', { campaign_group_id: home, status: 'ACTIVE' })).toMatchObject({
      daily: '70.50',
    });
  });

  test('a campaign of a shared budget adds it once', async () => {
    const home = await group('Measured and shared', { ...shared, daily_budget_amount: '100' });
    const budgetless = { daily_budget_amount: undefined, objective_type: 'WEBSITE_VISIT' };
    const ids = [await campaign(home, 'One sharer', budgetless), await campaign(home, 'Other sharer', budgetless)];
    expect(await adds('bulk_update', { campaign_ids: ids, status: 'ACTIVE' })).toMatchObject({ daily: '100' });
    await call('update_professional_campaign', { campaign_id: ids[0], status: 'ACTIVE' });
    expect(await adds('update_professional_campaign', { campaign_id: ids[1], status: 'ACTIVE' })).toMatchObject({
      daily: '0',
    });
  });

  test('from a daily to a lifetime budget counts by the days left; without an end it cannot be told', async () => {
    const campaign_id = await campaign(await group('Switched'), 'Switched one');
    await call('update_professional_campaign', { campaign_id, status: 'ACTIVE' });
    const run_schedule_end = new Date(Date.now() + 2 * DAY_MS).toISOString();
    const lifetime = { campaign_id, daily_budget_amount: 'none', total_budget_amount: 500 };
    const { daily } = await adds('update_professional_campaign', { ...lifetime, run_schedule_end });
    // It starts in a day, so that one day is left for all of it.
    expect(daily).toBe('460');
    expect((await adds('update_professional_campaign', lifetime)).unknown.join()).toContain('without an end');
  });

  test('switching anything off adds nothing', async () => {
    const holdings = await read();
    for (const { id, level } of holdings.objects)
      for (const status of ['PAUSED', 'ARCHIVED', 'REMOVED']) {
        const rows = { [`${level}_ids`]: [id], status };
        expect(
          raiseOf(holdings, exposure.changes('bulk_update', rows, holdings)),
          `${level} ${id} ${status}`,
        ).toMatchObject({ isRaise: false, daily: '0' });
      }
  });
});

test('a total that only bounds the campaigns of a group is not counted besides them', async () => {
  const campaign_group_id = await group('Bounded', { total_budget_amount: '800', run_schedule_end: END });
  const id = await campaign(campaign_group_id, 'Bounded one');
  const holdings = await read();
  expect(
    exposure.changes('update_campaign_group', { campaign_group_id, total_budget_amount: '900' }, holdings),
  ).toEqual([]);
  const budgets = holdings.objects.filter((one) => [id, one.parent].includes(campaign_group_id) || one.id === id);
  expect(budgets.flatMap(({ budget }) => budget?.amount ?? [])).toEqual(['40.00']);
});

test('a total is read with what is spent of it', async () => {
  const { objects } = await read();
  const [served] = (await walk('list_professional_campaigns', 'campaigns', { status: ['ACTIVE'] })) as Any[];
  expect(objects.find(({ id }) => id === served.id)).toBeDefined();
  await call('update_professional_campaign', {
    campaign_id: served.id,
    total_budget_amount: '90000',
    run_schedule_end: END,
  });
  const held = (await read()).objects.find(({ id }) => id === served.id)!.budget!;
  const { rows } = await call('get_analytics', {
    level: 'campaign',
    campaign_ids: [served.id],
    start_date: served.run_schedule_start.slice(0, 10),
    end_date: new Date().toISOString().slice(0, 10),
    metrics: ['cost'],
  });
  const spent = held.total?.spent ?? held.spent;
  expect(Number(spent)).toBeGreaterThan(0);
  expect(Math.abs(Number(spent) - Number(rows[0].metrics.cost.amount))).toBeLessThan(0.01);
});

test('an object that was not read can be switched off, and nothing else', async () => {
  const holdings = await read();
  const told = (args: Any) =>
    exposure.changes('update_professional_campaign', { campaign_id: '987', ...args }, holdings);
  expect(['PAUSED', 'ARCHIVED', 'REMOVED'].map((status) => told({ status }))).toEqual([[], [], []]);
  expect(told({ name: 'x', unit_cost_amount: '3' })).toEqual([]);
  for (const args of [{ status: 'ACTIVE' }, { daily_budget_amount: '9' }, { run_schedule_end: null }])
    expect(told(args), JSON.stringify(args)).toBeUndefined();
});

test('a raise in bulk is not made up for by a cut that the platform may refuse', async () => {
  const home = await group('Mixed');
  const [low, high] = [await campaign(home, 'low'), await campaign(home, 'high')];
  const holdings = await read();
  const budgets = [
    { campaign_id: high, daily_budget_amount: '400' },
    { campaign_id: low, daily_budget_amount: '10' },
  ];
  expect(exposure.changes('bulk_update', { budgets }, holdings)).toMatchObject([
    { id: high, change: { budget: { amount: '400.00' } } },
  ]);
});

describe('from a platform of our making', () => {
  const NOW = Date.UTC(2026, 10, 17);
  const urn = (kind: string, id: number) => `urn:li:${kind}:${id}`;
  const money = (amount: string, currencyCode = 'USD') => ({ amount, currencyCode });
  const oneGroup = {
    id: 1,
    account: urn('sponsoredAccount', 5),
    name: 'g',
    status: 'ACTIVE',
    runSchedule: { start: NOW - DAY_MS },
  };
  const oneCampaign = {
    ...oneGroup,
    id: 2,
    name: 'c',
    campaignGroup: urn('sponsoredCampaignGroup', 1),
    type: 'SPONSORED_UPDATES',
    costType: 'CPM',
    dailyBudget: money('40'),
  };
  const readOf = (
    lists: { groups: unknown[]; campaigns: unknown[][]; currency?: string },
    analytics: ScriptedReply = {},
  ) => {
    const { session, sent } = scriptedSession({
      platform: 'professional',
      dialect: channel.dialect!,
      replies({ url }) {
        if (url.includes('/adAnalytics')) return { body: { elements: [] }, ...analytics };
        if (url.includes('/adCampaignGroups')) return { body: { elements: lists.groups } };
        if (!url.includes('/adCampaigns'))
          return { body: { id: 5, currency: lists.currency ?? 'USD', status: 'ACTIVE' } };
        const page = Number(/pageToken=(\d+)/.exec(url)?.[1] ?? 0);
        const more = page + 1 < lists.campaigns.length && { metadata: { nextPageToken: String(page + 1) } };
        return { body: { elements: lists.campaigns[page], ...more } };
      },
    });
    return { sent, holdings: exposure.read(new ProfessionalClient(session), '5', NOW) };
  };

  test('all pages are read', async () => {
    const campaigns = [0, 1, 2].map((page) => [{ ...oneCampaign, id: 10 + page }]);
    const { objects } = await readOf({ groups: [oneGroup], campaigns }).holdings;
    expect(objects.map(({ id }) => id)).toEqual(['1', '10', '11', '12']);
  });

  test('yen have no decimals, before and after a change', async () => {
    const yen = { ...oneCampaign, dailyBudget: money('8000.0', 'JPY') };
    const holdings = await readOf({ groups: [oneGroup], campaigns: [[yen]], currency: 'JPY' }).holdings;
    expect(holdings).toMatchObject({ currency: 'JPY', spentThisMonth: '0' });
    expect(holdings.objects[1]!.budget!.amount).toBe('8000');
    const told = (args: Any) => exposure.changes('bulk_update', args, holdings)!;
    expect(told({ campaign_ids: ['2'], percent: 0.333 })).toMatchObject([{ change: { budget: { amount: '8027' } } }]);
    const budgets = [{ campaign_id: '2', daily_budget_amount: '12000' }];
    expect(told({ budgets })).toMatchObject([{ change: { budget: { amount: '12000' } } }]);
  });

  test('a status, a strategy or a currency that is not known is said to be so, and can only be paused', async () => {
    const odd = [
      { ...oneCampaign, status: 'ON_HOLIDAY' },
      { ...oneCampaign, id: 3, dailyBudget: money('40', 'XAU') },
      { ...oneCampaign, id: 4, dailyBudget: undefined },
      { ...oneCampaign, id: 6, dailyBudget: undefined, status: 'DRAFT' },
    ];
    const strange = {
      ...oneGroup,
      id: 7,
      budgetOptimization: { bidStrategy: 'MANUAL', budgetOptimizationStrategy: 'ODD' },
    };
    const holdings = await readOf({ groups: [oneGroup, strange], campaigns: [odd] }).holdings;
    const unknown = Object.fromEntries(holdings.objects.map((one) => [one.id, one.unknown]));
    expect(unknown).toEqual({
      1: undefined,
      7: 'budgetOptimizationStrategy ODD; it shares out a budget and has none',
      2: 'status ON_HOLIDAY',
      3: 'a budget in XAU',
      4: 'neither it nor its campaign group holds a budget',
      6: undefined,
    });
    const told = (campaign_id: string, status: string) =>
      exposure.changes('update_professional_campaign', { campaign_id, status }, holdings);
    expect(told('2', 'ACTIVE')).toBeUndefined();
    expect(told('2', 'PAUSED')).toEqual([{ id: '2', change: { on: false, unknown: undefined } }]);
    expect(told('6', 'ACTIVE')).toMatchObject([{ id: '6', change: { on: true, unknown: expect.any(String) } }]);
  });

  test('a login without reports reads budgets, and says neither what was spent this month nor of a total', async () => {
    const lifetime = { ...oneCampaign, dailyBudget: undefined, totalBudget: money('900') };
    const denied = { status: 403, body: { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' } };
    const holdings = await readOf({ groups: [oneGroup], campaigns: [[lifetime]] }, denied).holdings;
    expect(holdings).not.toHaveProperty('spentThisMonth');
    expect(holdings.objects[1]!.budget).toEqual({ kind: 'lifetime', amount: '900.00', worstDay: 1.5 });
  });
});
