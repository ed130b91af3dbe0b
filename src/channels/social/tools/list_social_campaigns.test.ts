import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, requests } = sandboxed('social');

test('lists campaigns with budgets in major units and times with zone', async () => {
  const { campaigns } = await call('list_social_campaigns', { limit: 100 });
  expect(campaigns.length).toBeGreaterThan(1);
  const budgeted = campaigns.find((one: { daily_budget?: unknown }) => one.daily_budget);
  expect(budgeted.daily_budget).toEqual({ amount: expect.stringMatching(/^\d+\.\d{2}$/), currency: 'USD' });
  expect(budgeted.created_time).toMatch(/T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
});

test('narrows by status, by name and by id', async () => {
  const { campaigns } = await call('list_social_campaigns', { effective_status: ['PAUSED'] });
  expect(new Set(campaigns.map((one: { effective_status: string }) => one.effective_status))).toEqual(
    new Set(['PAUSED']),
  );
  const [first] = campaigns;
  const byName = await call('list_social_campaigns', { name_contains: first.name, effective_status: ['PAUSED'] });
  expect(byName.campaigns.map(({ id }: { id: string }) => id)).toContain(first.id);
  expect((await call('list_social_campaigns', { campaign_ids: [first.id] })).campaigns).toEqual([first]);
});

test('names the interface version in every path and the token in no address', async () => {
  await call('list_social_campaigns', { limit: 1 });
  for (const { path, query } of await requests()) {
    expect(path).toMatch(/^\/v26\.0\//);
    expect(query).not.toContain('access_token');
  }
});

const USD_ACCOUNT = '1001000000000001';

test('amounts are in the currency of the account that owns them, also when only ids are given', async () => {
  const { ad_accounts } = await call('list_ad_accounts', { limit: 100 });
  const other = ad_accounts.find(({ currency }: { currency: string }) => currency === 'EUR');
  for (const [tool, list, ids] of [
    ['list_social_campaigns', 'campaigns', 'campaign_ids'],
    ['list_ad_sets', 'ad_sets', 'ad_set_ids'],
  ] as const) {
    const there = (await call(tool, { account_id: other.id, limit: 100 }))[list];
    const rich = there.find((one: { daily_budget?: unknown }) => one.daily_budget);
    expect(rich.daily_budget.currency, tool).toBe('EUR');
    expect((await call(tool, { [ids]: [rich.id] }))[list]).toEqual([rich]);
    expect((await call(tool, { [ids]: [rich.id], account_id: USD_ACCOUNT }))[list]).toEqual([]);
  }
});

test.each([
  ['Zürich Herbst', 'ZURICH'],
  ['Zurich Herbst', 'zürich'],
])('%s is found by %s', async (name, wanted) => {
  const [{ id }] = (await call('list_social_campaigns', { limit: 1 })).campaigns;
  await call('update_social_campaign', { campaign_id: id, name });
  const { campaigns } = await call('list_social_campaigns', { name_contains: wanted });
  expect(campaigns.map((one: { id: string }) => one.id)).toEqual([id]);
});
