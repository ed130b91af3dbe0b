import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { argumentsOf, foretelling, raiseOf, writeTools } from '../../../test/exposure.ts';
import { sandboxed } from '../../../test/sandboxed.ts';
import { examples } from '../../../test/writes/examples/social.ts';
import { DAY_MS, HOUR_MS } from '../../ambient.ts';
import type { Holding, Holdings } from '../../tools/exposure.ts';
import type { SocialClient } from './client.ts';
import { EFFECTS, exposure } from './exposure.ts';
import { completed } from './resources/holdings.ts';

const sandbox = sandboxed('social');
const { call, refusal, requests } = sandbox;

async function read(workspace?: string): Promise<Holdings> {
  const { client, account } = await sandbox.client<SocialClient>(workspace);
  return exposure.read(client, account, Date.now() + sandbox.waitedMs());
}
const foretell = foretelling(sandbox, 'social', exposure, read);

const held = ({ objects }: Holdings, id: string): Holding | undefined => objects.find((one) => one.id === id);
const foretold = async (tool: string, args: Record<string, unknown>, holdings?: Holdings) =>
  exposure.changes(tool, argumentsOf('social', tool, args), holdings ?? (await read()));
const inDays = (days: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + days * DAY_MS).toISOString();

let names = 0;
async function campaign(more: Record<string, unknown> = { is_adset_budget_sharing_enabled: false }): Promise<string> {
  names += 1;
  const about = { name: `c ${names}`, objective: 'OUTCOME_TRAFFIC', special_ad_categories: [] };
  return (await call('create_social_campaign', { ...about, ...more })).campaign.id;
}
const adSetArgs = (campaign_id: string, more: Record<string, unknown>) => ({
  campaign_id,
  name: 's',
  targeting: { geo_locations: { countries: ['US'] } },
  advantage_audience: false,
  optimization_goal: 'LINK_CLICKS',
  ...more,
});
const adSet = async (campaign_id: string, more: Record<string, unknown>): Promise<string> =>
  (await call('create_ad_set', adSetArgs(campaign_id, more))).ad_set.id;

test('every write tool says what it does to holdings, or why it moves no money', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual(writeTools('social').sort());
});

test('a tool that is not listed may do anything', async () => {
  expect(exposure.changes('constructor', {}, await read())).toBeUndefined();
});

test.each(Object.keys(examples))('%s: the example is foretold', async (tool) => {
  await foretell(tool, await examples[tool]!(sandbox));
});

describe('reading', () => {
  test('takes four requests for an account of one page, and leaves out what is archived or deleted', async () => {
    const [kept, archived, deleted] = [await campaign(), await campaign(), await campaign()];
    const below = await adSet(deleted, { daily_budget: 10 });
    await call('update_social_campaign', { campaign_id: archived, status: 'ARCHIVED' });
    await call('update_social_campaign', { campaign_id: deleted, status: 'DELETED' });
    const since = (await requests()).at(-1)!.seq;
    const holdings = await read();
    expect((await requests()).filter(({ seq }) => seq > since)).toHaveLength(4);
    expect(held(holdings, kept)).toMatchObject({ level: 'campaign', on: false });
    for (const id of [archived, deleted, below]) expect(held(holdings, id)).toBeUndefined();
  });

  test('tells the month as the account itself reports it', async () => {
    const { currency, timeZone, spentThisMonth } = await read();
    const { totals } = await call('get_social_insights', {
      level: 'account',
      date_range: 'THIS_MONTH',
      metrics: ['cost'],
    });
    expect({ currency, timeZone }).toEqual({ currency: 'USD', timeZone: 'America/New_York' });
    expect(Number(spentThisMonth)).toBeCloseTo(Number(totals.cost.amount), 0);
  });

  test('yen have no cents', async () => {
    const workspaceId = await sandbox.workspaceNamed('Acme Japan');
    const { campaign: made } = await call('create_social_campaign', {
      workspaceId,
      name: 'yen',
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      daily_budget: 3000,
    });
    const holdings = await read('Acme Japan');
    expect(holdings.currency).toBe('JPY');
    expect(held(holdings, made.id)?.budget).toEqual({ kind: 'daily', amount: '3000', worstDay: 1.75 });
    expect(await foretold('update_social_campaign', { campaign_id: made.id, daily_budget: 4500 }, holdings)).toEqual([
      { id: made.id, change: { budget: { kind: 'daily', amount: '4500', worstDay: 1.75 } } },
    ]);
    expect(
      await foretold('update_social_campaign', { campaign_id: made.id, daily_budget: '4500.5' }, holdings),
    ).toEqual([]);
  });

  test('a schedule that multiplies the budget or adds to it is the peak, and one that has passed is not', async () => {
    const { client } = await sandbox.client<SocialClient>();
    const id = await campaign({ daily_budget: 40 });
    const schedule = (budget_value_type: string, budget_value: number, startsIn: number) => {
      const time_start = Math.floor((Date.now() + startsIn) / 1000);
      const body = { budget_value_type, budget_value, time_start, time_end: time_start + 7200 };
      return client.change(`/v26.0/${id}/budget_schedules`, body, z.unknown());
    };
    const peak = async () => held(await read(), id)?.budget?.peak;
    await schedule('MULTIPLIER', 5, -DAY_MS);
    expect(await peak()).toBeUndefined();
    await schedule('MULTIPLIER', 2, 5 * DAY_MS);
    expect(await peak()).toBe('80.00');
    await schedule('ABSOLUTE', 15_000, 9 * DAY_MS);
    expect(await peak()).toBe('190.00');
    await schedule('ABSOLUTE', 1000, 9 * DAY_MS + 5 * HOUR_MS);
    expect(await peak()).toBe('200.00');
    // Four times the budget multiplies the peak; 160 more added would be less.
    expect(await foretold('update_social_campaign', { campaign_id: id, daily_budget: 160 })).toEqual([
      { id, change: { budget: { kind: 'daily', amount: '160.00', peak: '800.00', worstDay: 1.75 } } },
    ]);
  });
});

describe('a campaign that holds the budget', () => {
  let id: string;
  beforeAll(async () => {
    id = await campaign({ daily_budget: 50 });
  });

  test.each<[string, Record<string, unknown>]>([
    ['activated', { status: 'ACTIVE' }],
    ['raised', { daily_budget: '80.5' }],
    ['capped', { spend_cap: 500 }],
    ['with a higher cap', { spend_cap: 900 }],
    ['with its cap removed', { spend_cap: 'none' }],
    ['switched to a lifetime budget', { lifetime_budget: 700 }],
    ['paused', { status: 'PAUSED' }],
    ['renamed', { name: 'renamed' }],
  ])('%s: foretold', async (_, change) => {
    const { changes } = await foretell('update_social_campaign', { campaign_id: id, ...change });
    expect(changes).toHaveLength('name' in change ? 0 : 1);
  });

  test('the removal of a cap is a change of its own', async () => {
    await call('update_social_campaign', { campaign_id: id, spend_cap: 500 });
    expect(await foretold('update_social_campaign', { campaign_id: id, spend_cap: 'none' })).toEqual([
      { id, change: { cap: undefined } },
    ]);
  });
});

describe('a lifetime budget on a campaign', () => {
  test('runs as long as the ad set that ends first, and costs nothing without one that is on', async () => {
    const id = await campaign({ lifetime_budget: 1000 });
    expect(held(await read(), id)).toMatchObject({ end: 0, budget: { kind: 'lifetime', spent: '0.00' } });
    const [soon, late] = [inDays(2), inDays(300)];
    const first = await foretell('create_ad_set', adSetArgs(id, { end_time: soon }));
    expect(held(first.after, id)?.end).toBe(0);
    const [near] = first.after.objects.filter(({ parent }) => parent === id);
    const second = await foretell('create_ad_set', adSetArgs(id, { end_time: late }));
    const far = second.after.objects.find(({ parent, id: own }) => parent === id && own !== near!.id)!;
    await foretell('bulk_update', { ad_set_ids: [near!.id, far.id], status: 'ACTIVE' });
    // An ad set with a far end must not make a day look cheaper.
    expect(held(await read(), id)?.end).toBe(Date.parse(soon));
    const paused = await foretell('update_ad_set', { ad_set_id: near!.id, status: 'PAUSED' });
    expect(held(paused.after, id)?.end).toBe(Date.parse(late));
    const moved = await foretell('update_ad_set', { ad_set_id: far.id, end_time: inDays(30) });
    expect(moved.changes.map((change) => 'id' in change && change.id)).toEqual([id, far.id]);
    await foretell('update_ad_set', { ad_set_id: far.id, status: 'DELETED' });
  });
});

test.each(['daily', 'lifetime'] as const)('pausing never counts as a raise of a %s budget', (kind) => {
  const now = Date.now();
  const ends = [undefined, now - DAY_MS, now + DAY_MS, now + 5 * DAY_MS];
  const starts = [undefined, now + 4 * DAY_MS];
  const sets = ends.flatMap((end) => starts.flatMap((start) => [true, false].map((on) => ({ on, start, end }))));
  for (const one of sets)
    for (const other of sets) {
      const adSets = [one, other].map((set, at) => ({ id: `${at}`, level: 'ad_set', name: '', parent: 'c', ...set }));
      const budget = { kind, amount: '100.00', worstDay: 1 };
      const objects = completed([{ id: 'c', level: 'campaign', name: '', on: true, budget }, ...adSets], now);
      const holdings = { account: '1', currency: 'USD', timeZone: 'UTC', readAt: now, spentThisMonth: '0', objects };
      for (const status of ['PAUSED', 'ARCHIVED']) {
        const changes = exposure.changes('update_ad_set', { ad_set_id: '0', status }, holdings);
        expect(raiseOf(holdings, changes, now), JSON.stringify({ one, other, status })).toMatchObject({
          isRaise: false,
        });
      }
    }
});

test('a campaign that is deleted takes its ad sets with it', async () => {
  const id = await campaign();
  await adSet(id, { daily_budget: 10 });
  expect((await foretell('update_social_campaign', { campaign_id: id, status: 'DELETED' })).changes).toHaveLength(2);
});

describe('ad sets that hold the budgets', () => {
  let above: string;
  let id: string;
  beforeAll(async () => {
    above = await campaign();
    id = await adSet(above, { daily_budget: 20 });
  });

  test('say under which campaign they stand, and each has its own status', async () => {
    await foretell('update_ad_set', { ad_set_id: id, status: 'ACTIVE' });
    expect(held(await read(), id)).toMatchObject({ on: true, parent: above });
    const { changes } = await foretell('update_social_campaign', { campaign_id: above, status: 'ACTIVE' });
    expect(changes).toEqual([{ id: above, change: { on: true } }]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['raised', { daily_budget: '33.33' }],
    ['ended', { end_time: inDays(9) }],
    ['without end', { end_time: 'none' }],
    ['starting later', { start_time: inDays(3) }],
    ['switched to a lifetime budget', { lifetime_budget: 400, end_time: inDays(9) }],
    ['on two days of the week', { options: { day_parting: [{ days: [1, 2], start_hour: 8, end_hour: 20 }] } }],
  ])('%s: foretold', async (_, change) => {
    expect((await foretell('update_ad_set', { ad_set_id: id, ...change })).changes).not.toEqual([]);
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['a percentage', () => ({ ad_set_ids: [id], percent: 12.5 })],
    ['a cut', () => ({ ad_set_ids: [id], percent: -33.3 })],
    ['budgets one by one', () => ({ budgets: [{ ad_set_id: id, lifetime_budget: '501' }] })],
    ['an end', () => ({ ad_set_ids: [id], end_time: inDays(20) })],
    ['a pause', () => ({ campaign_ids: [above], ad_set_ids: [id], status: 'PAUSED' })],
  ])('bulk_update with %s: foretold', async (_, args) => {
    await sandbox.passTime(HOUR_MS);
    expect((await foretell('bulk_update', args())).changes).not.toEqual([]);
  });

  test('a cut does not make up for a raise, because it may be refused alone', async () => {
    const other = (await call('create_ad_set', adSetArgs(above, { lifetime_budget: 400, end_time: inDays(9) }))).ad_set
      .id;
    const { budget } = held(await read(), id)!;
    const rows = [
      { ad_set_id: id, lifetime_budget: String(Number(budget!.amount) + 1) },
      { ad_set_id: other, lifetime_budget: '300' },
    ];
    expect(await foretold('bulk_update', { budgets: rows })).toMatchObject([{ id }]);
    expect(await foretold('bulk_update', { budgets: rows.slice(1) })).toMatchObject([{ id: other }]);
  });

  test('a row that is refused is not counted, and the others are', async () => {
    const args = { campaign_ids: [above], ad_set_ids: [id], percent: 10 };
    expect(await foretold('bulk_update', args)).toMatchObject([{ id }]);
    const besides = { campaign_ids: [above], status: 'ACTIVE', percent: 10 };
    expect(await foretold('bulk_update', besides)).toEqual([]);
    const fine = { budgets: [{ ad_set_id: id, lifetime_budget: '33.333' }] };
    expect(await foretold('bulk_update', fine)).toEqual([]);
    const alone = { ad_set_id: id, status: 'ACTIVE', lifetime_budget: '33.333' };
    expect(await foretold('update_ad_set', alone)).toEqual([]);
    expect(await refusal('update_ad_set', alone)).toMatchObject({
      code: 'invalid_arguments',
      field: 'lifetime_budget',
    });
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['of an ad set', () => ({ ad_set_id: id })],
    ['with another budget', () => ({ ad_set_id: id, lifetime_budget: 90 })],
    ['of a campaign with all below', () => ({ campaign_id: above })],
    ['larger by half', () => ({ campaign_id: above, percent: 50 })],
    ['without its ad sets', () => ({ campaign_id: above, with_children: false })],
  ])('a copy %s is foretold, paused', async (_, args) => {
    const { changes } = await foretell('duplicate_object', args());
    expect(changes.every((change) => 'made' in change && !change.made.on)).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
  });
});

test('a lifetime budget for two days of the week may cost more on each', async () => {
  const day_parting = [{ days: [1, 2], start_hour: 0, end_hour: 24 }];
  const more = { lifetime_budget: 400, end_time: inDays(9), options: { day_parting } };
  const { after } = await foretell('create_ad_set', adSetArgs(await campaign(), more));
  expect(after.objects.map(({ budget }) => budget?.worstDay)).toContain(6.125);
});

test('what was not read may be switched off, and nothing else', async () => {
  const off = { status: 'PAUSED' };
  expect(await foretold('update_social_campaign', { campaign_id: '404', ...off })).toEqual([]);
  expect(await foretold('bulk_update', { ad_set_ids: ['404'], ...off })).toEqual([]);
  for (const more of [{ status: 'ACTIVE' }, { daily_budget: 1 }, { spend_cap: 'none' }])
    expect(await foretold('update_social_campaign', { campaign_id: '404', ...more })).toBeUndefined();
  expect(await foretold('update_ad_set', { ad_set_id: '404', end_time: 'none' })).toBeUndefined();
  expect(await foretold('bulk_update', { campaign_ids: ['404'], percent: -5 })).toBeUndefined();
});
