import { describe, expect, test } from 'vitest';
import { argumentsOf, foretelling, raiseOf, writeTools } from '../../../test/exposure.ts';
import { examples } from '../../../test/writes/examples/video.ts';
import { DAY_MS } from '../../ambient.ts';
import type { Holding } from '../../tools/exposure.ts';
import { dayIn } from '../../tools/report/period.ts';
import { type ScriptedReply, scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { VideoClient } from './client.ts';
import { EFFECTS, exposure } from './exposure.ts';
import { good, sandboxed } from './sandboxed.testing.ts';

const sandbox = sandboxed();
const { call, walk, requests, advanceClock } = sandbox;

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;

async function read(workspace?: string) {
  const { client, account } = await sandbox.client<VideoClient>(workspace);
  return exposure.read(client, account, Date.now());
}
const foretell = foretelling(sandbox, 'video', exposure, read);

/** Holdings by id after a call that changes them as it was foretold. */
async function moved(tool: string, args: Any): Promise<Record<string, Holding>> {
  const { changes, after } = await foretell(tool, args);
  expect(changes, `${tool} ${JSON.stringify(args)}`).not.toEqual([]);
  return Object.fromEntries(after.objects.map((one) => [one.id, one]));
}

async function told(tool: string, args: Any) {
  const before = await read();
  return { before: before.objects, changes: exposure.changes(tool, argumentsOf('video', tool, args), before) };
}

const day = (days: number) => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`;
const campaign = async (campaign_name: string, more = {}): Promise<string> =>
  (await call('create_campaign', { ...good.campaign, campaign_name, ...more })).campaign.id;
const group = async (campaign_id: string, ad_group_name: string, more = {}): Promise<string> =>
  (await call('create_ad_group', { ...good.adGroup, campaign_id, ad_group_name, ...more })).ad_group.id;
const sharing = { budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', budget: 80, budget_optimize_on: true };

test('every tool that writes says what it does to holdings, or why it moves no money', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual(writeTools('video').sort());
});

const moving = Object.keys(EFFECTS).filter((tool) => typeof EFFECTS[tool] === 'function');
test.each(moving)('%s: its example is foretold', async (tool) => {
  await foretell(tool, await examples[tool]!(sandbox));
});

test('an advertiser is read whole in a handful of requests, without what is deleted', async () => {
  const seen = (await requests()).length;
  const { objects, currency, timeZone, spentThisMonth } = await read();
  expect((await requests()).length - seen).toBeLessThanOrEqual(6);
  expect({ currency, timeZone }).toEqual({ currency: 'USD', timeZone: 'America/New_York' });
  const campaigns: Any[] = await walk('list_campaigns', 'campaigns', {});
  const groups: Any[] = await walk('list_ad_groups', 'ad_groups', {});
  const living = groups.filter(({ campaign_id }) => campaigns.some(({ id }) => id === campaign_id));
  expect(objects.map(({ id }) => id).sort()).toEqual([...campaigns, ...living].map(({ id }) => id).sort());
  const named = (name: string) => objects.filter((one) => one.name.includes(name));
  const [shared] = named('Autumn sale');
  expect(shared).not.toHaveProperty('budget');
  const budget = { id: shared!.id, kind: 'daily', amount: '180.00', worstDay: 1.25 };
  expect(objects.filter(({ parent }) => parent === shared!.id).map((one) => one.budget)).toEqual([budget, budget]);
  expect(named('All ages')[0]).toMatchObject({ on: true, budget: { kind: 'daily', amount: '40.00', worstDay: 1 } });
  expect(objects.filter(({ unknown }) => unknown !== undefined)).toEqual([]);
  const today = dayIn(timeZone, Date.now());
  const { totals } = await call('get_report', {
    level: 'advertiser',
    start_date: `${today.slice(0, 7)}-01`,
    end_date: today,
    metrics: ['cost'],
  });
  expect(Number(spentThisMonth)).toBeCloseTo(Number(totals.cost.amount), 1);
});

test('yen have no decimals', async () => {
  const { currency, objects } = await read('Acme Japan');
  expect(currency).toBe('JPY');
  const amounts = objects.flatMap(({ budget }) => budget?.amount ?? []);
  expect(amounts.length).toBeGreaterThan(0);
  for (const amount of amounts) expect(amount).toMatch(/^\d+$/);
});

describe('what a call changes is told beforehand as it is read afterwards', () => {
  test('of an ad group that holds its budget', async () => {
    const campaign_id = await campaign('Infinite');
    const ad_group_id = await group(campaign_id, 'Own');
    const update = async (args: Any) => (await moved('update_ad_group', { ad_group_id, ...args }))[ad_group_id];
    expect(await update({ status: 'ENABLE' })).toMatchObject({ on: true, parent: campaign_id });
    expect(await update({ budget: '33.33' })).toMatchObject({ budget: { kind: 'daily', amount: '33.33' } });
    expect(await update({ end_time: day(9) })).toMatchObject({ end: Date.parse(day(9)) });
    expect(await update({ end_time: 'none' })).not.toHaveProperty('end');
    expect(await update({ status: 'DISABLE' })).toMatchObject({ on: false });
    expect(await update({ status: 'DELETE' })).toBeUndefined();
  });

  test('of a lifetime budget, with what is spent of it', async () => {
    const run = { budget_mode: 'BUDGET_MODE_TOTAL', budget: 400, start_time: day(1), end_time: day(9) };
    const ad_group_id = await group(await campaign('Whole run'), 'Total', run);
    const update = async (args: Any) => (await moved('update_ad_group', { ad_group_id, ...args }))[ad_group_id];
    expect(await update({ budget: 500 })).toMatchObject({ budget: { kind: 'lifetime', amount: '500.00' } });
    expect(await update({ end_time: day(11) })).toMatchObject({ end: Date.parse(day(11)) });
    const budgets = [{ ad_group_id, budget: 600 }];
    expect((await moved('bulk_update', { budgets }))[ad_group_id]).toMatchObject({ budget: { amount: '600.00' } });
  });

  test('of a campaign, which wakes its ad groups', async () => {
    const campaign_id = await campaign('Sleeping');
    const ids = [await group(campaign_id, 'a'), await group(campaign_id, 'b')];
    await moved('bulk_update', { ad_group_ids: ids, status: 'ENABLE' });
    const awake = await moved('update_campaign', { campaign_id, status: 'ENABLE' });
    expect([campaign_id, ...ids].map((id) => awake[id]!.on)).toEqual([true, true, true]);
    await moved('bulk_update', { campaign_ids: [campaign_id], status: 'DISABLE' });
    await moved('bulk_update', { ad_group_ids: ids, end_time: day(5) });
    const gone = await moved('update_campaign', { campaign_id, status: 'DELETE' });
    expect([campaign_id, ...ids].filter((id) => id in gone)).toEqual([]);
  });

  test('of a budget that the ad groups of a campaign share', async () => {
    const campaign_id = await campaign('Sharing', sharing);
    const ids = [
      await group(campaign_id, 'a', { budget: undefined }),
      await group(campaign_id, 'b', { budget: undefined }),
    ];
    const budget = { id: campaign_id, kind: 'daily', worstDay: 1.25 };
    const after = await moved('update_campaign', { campaign_id, budget: '90.5' });
    for (const id of ids) expect(after[id]!.budget).toEqual({ ...budget, amount: '90.50' });
    const raised = await moved('bulk_update', { campaign_ids: [campaign_id], percent: 10 });
    for (const id of ids) expect(raised[id]!.budget).toEqual({ ...budget, amount: '99.55' });
    await moved('bulk_update', { budgets: [{ campaign_id, budget: 120 }] });
    const { changes } = await told('update_ad_group', { ad_group_id: ids[0], status: 'ENABLE' });
    expect(changes).toEqual([{ id: ids[0], change: { on: true } }]);
  });
});

describe('what a call adds to a day', () => {
  const adds = async (tool: string, args: Any) => {
    const before = await read();
    return raiseOf(before, exposure.changes(tool, argumentsOf('video', tool, args), before));
  };

  test('an ad group adds its budget where its campaign is on, and a campaign those of its ad groups that are on', async () => {
    const campaign_id = await campaign('Measured');
    const ids = [await group(campaign_id, 'a'), await group(campaign_id, 'b', { budget: '30.5' })];
    const enabled = { ad_group_ids: ids, status: 'ENABLE' };
    expect(await adds('bulk_update', enabled)).toEqual({ daily: '0', isRaise: false, unknown: [] });
    await call('bulk_update', enabled);
    expect(await adds('update_campaign', { campaign_id, status: 'ENABLE' })).toMatchObject({ daily: '50.50' });
    await call('update_campaign', { campaign_id, status: 'ENABLE' });
    expect(await adds('update_ad_group', { ad_group_id: ids[0], budget: 25 })).toMatchObject({ daily: '5' });
    // The larger of today's budget and tomorrow's.
    expect(await adds('bulk_update', { budgets: [{ ad_group_id: ids[0], budget: 35 }] })).toMatchObject({
      daily: '15',
    });
  });

  test('an ad group of a shared budget adds it once', async () => {
    const campaign_id = await campaign('Measured and shared', sharing);
    const ids = [
      await group(campaign_id, 'a', { budget: undefined }),
      await group(campaign_id, 'b', { budget: undefined }),
    ];
    await call('update_campaign', { campaign_id, status: 'ENABLE' });
    expect(await adds('bulk_update', { ad_group_ids: ids, status: 'ENABLE' })).toMatchObject({ daily: '80' });
    await call('update_ad_group', { ad_group_id: ids[0], status: 'ENABLE' });
    expect(await adds('update_ad_group', { ad_group_id: ids[1], status: 'ENABLE' })).toMatchObject({ daily: '0' });
  });

  test('switching anything off adds nothing', async () => {
    const holdings = await read();
    for (const { id, level } of holdings.objects)
      for (const status of ['DISABLE', 'DELETE']) {
        const rows = { [`${level}_ids`]: [id], status };
        expect(
          raiseOf(holdings, exposure.changes('bulk_update', rows, holdings)),
          `${level} ${id} ${status}`,
        ).toMatchObject({ isRaise: false, daily: '0' });
      }
  });
});

test('a daily budget changed in bulk counts from midnight: until then the larger of both', async () => {
  const campaign_id = await campaign('Tomorrow');
  const [up, down] = [await group(campaign_id, 'up'), await group(campaign_id, 'down', { budget: 50 })];
  const raised = {
    budgets: [
      { ad_group_id: up, budget: 35 },
      { ad_group_id: down, budget: 30 },
    ],
  };
  const { changes } = await told('bulk_update', raised);
  expect(changes).toEqual([
    { id: up, change: { budget: { kind: 'daily', amount: '20.00', peak: '35.00', worstDay: 1 } } },
  ]);
  expect((await told('bulk_update', { ad_group_ids: [up], percent: 3 })).changes).toMatchObject([
    { change: { budget: { amount: '20.00', peak: '20.60' } } },
  ]);
  await call('bulk_update', raised);
  const amounts = async () => {
    const { objects } = await read();
    return [up, down].map((id) => objects.find((one) => one.id === id)!.budget!.amount);
  };
  expect(await amounts()).toEqual(['20.00', '50.00']);
  await advanceClock(DAY_MS);
  expect(await amounts()).toEqual(['35.00', '30.00']);
});

test('the budget of a campaign whose ad groups hold their own only bounds them', async () => {
  const campaign_id = await campaign('Bounded', { budget_mode: 'BUDGET_MODE_DAY', budget: 70 });
  const id = await group(campaign_id, 'Bounded one');
  const { before, changes } = await told('update_campaign', { campaign_id, budget: 90 });
  expect(changes).toEqual([]);
  expect(before.find((one) => one.id === id)!.budget).toEqual({ kind: 'daily', amount: '20.00', worstDay: 1 });
});

test('an object that was not read can be switched off, and nothing else', async () => {
  const holdings = await read();
  const of = (args: Any) => exposure.changes('update_ad_group', { ad_group_id: '987', ...args }, holdings);
  expect(['DISABLE', 'DELETE'].map((status) => of({ status }))).toEqual([[], []]);
  expect(of({ ad_group_name: 'x', bid: '3' })).toEqual([]);
  for (const args of [{ status: 'ENABLE' }, { budget: '9' }, { end_time: 'none' }])
    expect(of(args), JSON.stringify(args)).toBeUndefined();
});

describe('from a platform of our making', () => {
  const oneCampaign = {
    campaign_id: '1',
    advertiser_id: '5',
    campaign_name: 'c',
    objective_type: 'TRAFFIC',
    budget: 0,
    budget_mode: 'BUDGET_MODE_INFINITE',
    operation_status: 'ENABLE',
  };
  const oneGroup = {
    adgroup_id: '2',
    adgroup_name: 'g',
    advertiser_id: '5',
    campaign_id: '1',
    budget: 40,
    budget_mode: 'BUDGET_MODE_DAY',
    operation_status: 'ENABLE',
    schedule_type: 'SCHEDULE_FROM_NOW',
    schedule_start_time: '2026-11-01 00:00:00',
  };
  const advertiser = {
    advertiser_id: '5',
    name: 'a',
    status: 'OK',
    currency: 'TWD',
    timezone: 'Asia/Taipei',
    balance: 0,
  };
  const readOf = (campaigns: unknown[], groups: unknown[][], report: ScriptedReply = {}) => {
    const listed = (list: unknown, total_number = 1) => ({
      body: { code: 0, data: { list, page_info: { total_number } } },
    });
    const { session, sent } = scriptedSession({
      platform: 'video',
      dialect: channel.dialect!,
      replies({ url }) {
        if (url.includes('/advertiser/info/')) return listed([advertiser]);
        if (url.includes('/report/')) return { ...listed([]), ...report };
        if (url.includes('/campaign/get/')) return listed(campaigns, campaigns.length);
        const page = Number(new URL(url).searchParams.get('page'));
        return listed(groups[page - 1], groups.flat().length);
      },
    });
    return { sent, holdings: exposure.read(new VideoClient(session), '5', Date.UTC(2026, 10, 30, 20)) };
  };

  test('all pages are read, and the month is that of the advertiser', async () => {
    const page = (from: number) =>
      Array.from({ length: 1000 }, (_, at) => ({ ...oneGroup, adgroup_id: String(from + at) }));
    const { sent, holdings } = readOf([oneCampaign], [page(10_000), page(20_000), [{ ...oneGroup, adgroup_id: '9' }]]);
    const { objects, currency } = await holdings;
    expect(objects).toHaveLength(2002);
    expect(objects[1]!.budget!.amount).toBe('40');
    expect(currency).toBe('TWD');
    const [report] = sent.filter(({ url }) => url.includes('/report/')).map(({ url }) => new URL(url).searchParams);
    expect([report!.get('start_date'), report!.get('end_date')]).toEqual(['2026-12-01', '2026-12-01']);
  });

  test('a status or a mode that is not known is said to be so, and can only be switched off', async () => {
    const { objects, ...rest } = await readOf(
      [oneCampaign, { ...oneCampaign, campaign_id: '3', budget_mode: 'BUDGET_MODE_WEEK' }],
      [
        [
          { ...oneGroup, operation_status: 'FROZEN' },
          { ...oneGroup, adgroup_id: '4', budget_mode: 'BUDGET_MODE_WEEK' },
          { ...oneGroup, adgroup_id: '6', budget_mode: 'BUDGET_MODE_INFINITE', budget: 0 },
        ],
      ],
    ).holdings;
    expect(Object.fromEntries(objects.map((one) => [one.id, one.unknown]))).toEqual({
      1: undefined,
      2: 'status FROZEN',
      3: 'budget_mode BUDGET_MODE_WEEK',
      4: 'budget_mode BUDGET_MODE_WEEK; neither it nor its campaign holds a budget',
      6: 'neither it nor its campaign holds a budget',
    });
    const of = (ad_group_id: string, status: string) =>
      exposure.changes('update_ad_group', { ad_group_id, status }, { objects, ...rest });
    expect([of('2', 'ENABLE'), of('4', 'ENABLE')]).toEqual([undefined, undefined]);
    expect(of('4', 'DISABLE')).toEqual([{ id: '4', change: { on: false } }]);
  });

  test('a campaign that shares its budget shows its own spend, not the sum of the budgets of its ad groups', async () => {
    const sharing = { ...oneCampaign, budget: 900, budget_mode: 'BUDGET_MODE_TOTAL', budget_optimize_on: true };
    const list = [{ dimensions: { campaign_id: '1', adgroup_id: '2' }, metrics: { spend: '123.00' } }];
    const report = { body: { code: 0, data: { list, page_info: { total_number: 1 } } } };
    const { objects, spentThisMonth } = await readOf([sharing], [[oneGroup]], report).holdings;
    expect(spentThisMonth).toBe('123');
    expect(objects[1]!.budget).toEqual({ id: '1', kind: 'lifetime', amount: '900', spent: '123', worstDay: 1.25 });
  });

  test('a token without reports reads budgets, and says neither what was spent this month nor of a total', async () => {
    const total = { ...oneGroup, budget_mode: 'BUDGET_MODE_TOTAL' };
    const denied = { body: { code: 40001, message: 'No permission to operate this interface', data: {} } };
    const holdings = await readOf([oneCampaign], [[total]], denied).holdings;
    expect(holdings).not.toHaveProperty('spentThisMonth');
    expect(holdings.objects[1]!.budget).toEqual({ kind: 'lifetime', amount: '40', worstDay: 1.25 });
  });
});
