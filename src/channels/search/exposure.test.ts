import { beforeAll, describe, expect, test } from 'vitest';
import { argumentsOf, foretelling, writeTools } from '../../../test/exposure.ts';
import { sandboxed } from '../../../test/sandboxed.ts';
import { examples } from '../../../test/writes/examples/search.ts';
import { DAY_MS } from '../../ambient.ts';
import type { Holding, Holdings } from '../../tools/exposure.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { SearchClient } from './client.ts';
import { EFFECTS, exposure } from './exposure.ts';
import { creating, idOf } from './resources/wire/operation.ts';

const sandbox = sandboxed('search');
const { call, refusal, requests } = sandbox;

async function read(workspace?: string): Promise<Holdings> {
  const { client, account } = await sandbox.client<SearchClient>(workspace);
  return exposure.read(client, account, Date.now() + sandbox.waitedMs());
}
const foretell = foretelling(sandbox, 'search', exposure, read);

const held = ({ objects }: Holdings, id: string): Holding | undefined => objects.find((one) => one.id === id);
const foretold = async (tool: string, args: Record<string, unknown>, holdings?: Holdings) =>
  exposure.changes(tool, argumentsOf('search', tool, args), holdings ?? (await read()));
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

let names = 0;
async function campaign(budget: string | number = 20, more: Record<string, unknown> = {}): Promise<string> {
  names += 1;
  const args = { name: `c ${names}`, budget, contains_eu_political_advertising: false, ...more };
  return (await call('create_campaign', args)).campaign.id;
}

test('every write tool says what it does to holdings, or why it moves no money', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual(writeTools('search').sort());
});

test.each(Object.keys(examples))('%s: the example is foretold', async (tool) => {
  await foretell(tool, await examples[tool]!(sandbox));
});

test('what a recommendation would cost cannot be told', async () => {
  const holdings = await read();
  expect(await foretold('apply_recommendation', { recommendation_ids: ['x'] }, holdings)).toBeUndefined();
  expect(await foretold('dismiss_recommendation', { recommendation_ids: ['x'] }, holdings)).toEqual([]);
  expect(exposure.changes('constructor', {}, holdings)).toBeUndefined();
});

describe('reading', () => {
  test('takes four requests, and leaves out what is removed', async () => {
    const [kept, removed] = [await campaign(), await campaign()];
    await call('update_campaign', { campaign_id: removed, status: 'REMOVED' });
    const since = (await requests()).at(-1)!.seq;
    const holdings = await read();
    expect((await requests()).filter(({ seq }) => seq > since)).toHaveLength(4);
    expect(held(holdings, kept)).toMatchObject({ level: 'campaign', on: false });
    expect(held(holdings, removed)).toBeUndefined();
  });

  test('tells the month in the time zone of the account', async () => {
    const { currency, timeZone, spentThisMonth } = await read();
    const query = 'SELECT metrics.cost_micros FROM customer WHERE segments.date DURING THIS_MONTH';
    const { rows } = await call('run_query', { query });
    expect({ currency, timeZone }).toEqual({ currency: 'USD', timeZone: 'America/New_York' });
    expect(Number(spentThisMonth)).toBeCloseTo(Number(rows[0].metrics.cost.amount), 0);
  });

  test('yen have no cents, and days end in Tokyo', async () => {
    const workspaceId = await sandbox.workspaceNamed('Acme Japan');
    const end_date = dayIn(9);
    const id = await campaign(3000, { workspaceId, end_date });
    const holdings = await read('Acme Japan');
    expect(holdings.currency).toBe('JPY');
    const { budget, end } = held(holdings, id)!;
    expect(budget).toMatchObject({ kind: 'daily', amount: '3000', worstDay: 2 });
    expect(end).toBe(Date.parse(`${end_date}T23:59:59+09:00`));
    expect(await foretold('update_campaign', { campaign_id: id, budget: 4500 }, holdings)).toMatchObject([
      { id, change: { budget: { amount: '4500' } } },
    ]);
    expect(await foretold('update_campaign', { campaign_id: id, budget: '4500.5' }, holdings)).toEqual([]);
  });

  test('a total budget is a lifetime one, with what it has spent and the end of its campaign', async () => {
    const { client, account } = await sandbox.client<SearchClient>();
    const budget = `customers/${account}/campaignBudgets/-1`;
    const [, made] = await client.mutate(account, [
      creating('campaignBudget', {
        resourceName: budget,
        period: 'CUSTOM_PERIOD',
        totalAmountMicros: '900000000',
        explicitlyShared: false,
      }),
      creating('campaign', {
        resourceName: `customers/${account}/campaigns/-2`,
        name: 'total',
        status: 'PAUSED',
        advertisingChannelType: 'SEARCH',
        campaignBudget: budget,
        manualCpc: {},
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        endDateTime: `${dayIn(30)} 23:59:59`,
      }),
    ]);
    const id = idOf(made);
    expect(held(await read(), id)).toMatchObject({
      end: expect.any(Number),
      budget: { kind: 'lifetime', amount: '900.00', spent: '0.00' },
    });
    await foretell('update_campaign', { campaign_id: id, budget: 1200 });
    await foretell('bulk_update', { campaign_ids: [id], percent: 10 });
  });
});

describe('a campaign with a budget of its own', () => {
  let id: string;
  beforeAll(async () => {
    id = await campaign();
  });

  test.each<[string, Record<string, unknown>]>([
    ['enabled', { status: 'ENABLED' }],
    ['raised', { budget: '33.33' }],
    ['with an end', { end_date: dayIn(20) }],
    ['with a later end', { end_date: dayIn(40) }],
    ['without end', { end_date: 'none' }],
    ['paused and cut', { status: 'PAUSED', budget: 5 }],
  ])('%s: foretold', async (_, change) => {
    expect((await foretell('update_campaign', { campaign_id: id, ...change })).changes).toHaveLength(1);
  });

  test('starting later: foretold', async () => {
    const later = await campaign(20, { start_date: dayIn(3) });
    const { after } = await foretell('update_campaign', { campaign_id: later, start_date: dayIn(5) });
    expect(held(after, later)?.start).toBeGreaterThan(Date.now() + 4 * DAY_MS);
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['a percentage', () => ({ campaign_ids: [id], percent: 12.5 })],
    ['a cut', () => ({ campaign_ids: [id], percent: -33.3 })],
    ['budgets one by one', () => ({ budgets: [{ campaign_id: id, budget: '50.01' }] })],
    ['an end', () => ({ campaign_ids: [id], end_date: dayIn(60) })],
    ['a status', () => ({ campaign_ids: [id], status: 'ENABLED' })],
  ])('bulk_update with %s: foretold', async (_, args) => {
    expect((await foretell('bulk_update', args())).changes).toHaveLength(1);
  });

  test('a cut does not make up for a raise, because it may be refused alone', async () => {
    const other = await campaign();
    const { budget } = (await read()).objects.find((one) => one.id === id)!;
    const rows = [
      { campaign_id: id, budget: String(Number(budget!.amount) + 1) },
      { campaign_id: other, budget: '0.5' },
    ];
    expect(await foretold('bulk_update', { budgets: rows })).toMatchObject([{ id }]);
    expect(await foretold('bulk_update', { budgets: rows.slice(1) })).toMatchObject([{ id: other }]);
  });

  test('an amount finer than the currency changes nothing, because the tool refuses it', async () => {
    const args = { campaign_id: id, status: 'ENABLED', budget: '33.333' };
    expect(await foretold('update_campaign', args)).toEqual([]);
    expect(await refusal('update_campaign', args)).toMatchObject({ code: 'invalid_arguments', field: 'budget' });
    expect(await foretold('bulk_update', { budgets: [{ campaign_id: id, budget: '33.333' }] })).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['as it is', {}],
    ['with another budget', { budget: 77 }],
    ['larger by half, with dates', { percent: 50, start_date: dayIn(3), end_date: dayIn(9) }],
  ])('a copy %s is foretold, paused', async (_, more) => {
    names += 1;
    const { changes } = await foretell('duplicate_campaign', { campaign_id: id, name: `copy ${names}`, ...more });
    expect(changes).toMatchObject([{ made: { on: false } }]);
  });
});

describe('a shared budget', () => {
  test('has one id and one amount for all its campaigns, and follows them', async () => {
    const ids = [await campaign(10), await campaign(20), await campaign(30)];
    const made = await foretell('create_campaign_budget', { name: 'all', budget: 60, campaign_ids: ids });
    const budgets = ids.map((id) => held(made.after, id)!.budget!);
    expect(new Set(budgets.map(({ id }) => id)).size).toBe(1);
    expect(budgets.map(({ amount }) => amount)).toEqual(['60.00', '60.00', '60.00']);
    const budget_id = budgets[0]!.id!;
    expect(held(made.after, `budget ${budget_id}`)).toMatchObject({ level: 'budget', on: false });

    const raise = await foretell('update_campaign', { campaign_id: ids[0], budget: 90, change_shared_budget: true });
    expect(raise.changes).toHaveLength(4);
    await foretell('update_campaign_budget', { budget_id, budget: '91.5' });

    const other = await campaign(500);
    const { changes } = await foretell('update_campaign_budget', { budget_id, add_campaign_ids: [other] });
    expect(changes).toMatchObject([{ id: other, change: { budget: { id: budget_id, amount: '91.50' } } }]);

    expect(await foretold('bulk_update', { campaign_ids: [ids[0]], percent: 20 })).toEqual([]);
    expect(await foretold('update_campaign_budget', { budget_id, add_campaign_ids: ['404'] })).toBeUndefined();
    expect(await foretold('update_campaign_budget', { budget_id: '404', budget: 1 })).toBeUndefined();
  });

  test('that no campaign uses is known before one does', async () => {
    const { after } = await foretell('create_campaign_budget', { name: 'spare', budget: 800 });
    const { budget } = after.objects.find(({ name }) => name === 'spare')!;
    const id = await campaign(10);
    await foretell('update_campaign_budget', { budget_id: budget!.id, add_campaign_ids: [id] });
    await foretell('update_campaign', { campaign_id: id, status: 'REMOVED' });
    await foretell('update_campaign_budget', { budget_id: budget!.id, status: 'REMOVED' });
  });
});

test('what was not read may be switched off, and nothing else', async () => {
  expect(await foretold('update_campaign', { campaign_id: '404', status: 'PAUSED' })).toEqual([]);
  expect(await foretold('bulk_update', { campaign_ids: ['404'], status: 'REMOVED' })).toEqual([]);
  for (const more of [{ status: 'ENABLED' }, { budget: 1 }, { end_date: 'none' }])
    expect(await foretold('update_campaign', { campaign_id: '404', ...more })).toBeUndefined();
  expect(await foretold('bulk_update', { campaign_ids: ['404'], percent: -5 })).toBeUndefined();
});

describe('a platform that says what we do not know', () => {
  const NOW = Date.UTC(2026, 0, 1);

  function scripted(rows: readonly object[], customer: object = { currencyCode: 'USD', timeZone: 'UTC' }) {
    const replies = ({ body }: { body?: string | Uint8Array }) => {
      const { query, pageToken = '0' } = JSON.parse(String(body)) as { query: string; pageToken?: string };
      const page = Number(pageToken);
      const facts = { results: [{ customer: { resourceName: 'customers/7', ...customer } }] };
      if (query.includes('FROM customer')) return { body: query.includes('cost_micros') ? {} : facts };
      if (query.includes('FROM campaign_budget')) return { body: {} };
      const next = page + 1 < rows.length && { nextPageToken: String(page + 1) };
      return { body: { results: rows.slice(page, page + 1), ...next } };
    };
    const { session } = scriptedSession({ platform: 'search', dialect: channel.dialect!, replies });
    return exposure.read(new SearchClient(session, undefined), '7', NOW);
  }
  const row = (id: string, status: string, budget?: object, metrics: object = {}) => ({
    campaign: { resourceName: `customers/7/campaigns/${id}`, id, name: 'c', status },
    ...(budget && { campaignBudget: { resourceName: 'customers/7/campaignBudgets/9', id: '9', ...budget } }),
    metrics,
  });
  const daily = { period: 'DAILY', amountMicros: '12345678' };

  test('reads every page, a month without spend, and amounts to the last decimal', async () => {
    const holdings = await scripted(['1', '2', '3'].map((id) => row(id, 'ENABLED', daily)));
    expect(holdings).toMatchObject({ spentThisMonth: '0.00', readAt: NOW });
    expect(holdings.objects.map(({ id, budget }) => [id, budget?.amount])).toEqual([
      ['1', '12.345678'],
      ['2', '12.345678'],
      ['3', '12.345678'],
    ]);
  });

  test('what a total budget has spent', async () => {
    const total = { period: 'CUSTOM_PERIOD', totalAmountMicros: '500000000' };
    const { objects } = await scripted([row('1', 'ENABLED', total, { costMicros: '123000000' })]);
    expect(objects[0]?.budget).toEqual({ id: '9', kind: 'lifetime', amount: '500.00', spent: '123.00', worstDay: 2 });
  });

  test('a status, a period, a campaign without budget, an account without currency: unknown', async () => {
    const { objects } = await scripted([
      row('1', 'RESTING', daily),
      row('2', 'ENABLED', { period: 'WEEKLY', amountMicros: '1' }),
      row('3', 'ENABLED'),
      row('4', 'ENABLED', daily),
    ]);
    expect(objects.map(({ unknown }) => unknown)).toEqual([
      'status RESTING',
      'budget period WEEKLY',
      'no budget',
      undefined,
    ]);
    const poor = await scripted([row('1', 'ENABLED', daily)], {});
    expect(poor.objects[0]).toMatchObject({ unknown: 'no currency' });
    expect(poor.objects[0]).not.toHaveProperty('budget');
  });
});
