import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, walk } = sandboxed('search');

test('budgets come with the campaigns that spend from them; shared ones can be asked for', async () => {
  const { campaigns } = await call('list_campaigns', { limit: 1000 });
  const { budgets } = await call('list_campaign_budgets', { limit: 1000 });
  for (const { id, budget_id, budget, budget_shared } of campaigns) {
    const held = budgets.find((one: { id: string }) => one.id === budget_id);
    expect(held).toMatchObject({ budget, shared: budget_shared });
    expect(held.campaigns.map((one: { id: string }) => one.id)).toContain(id);
  }
  const shared = budgets.filter((budget: { shared: boolean }) => budget.shared);
  expect(shared.length).toBeGreaterThan(0);
  expect((await call('list_campaign_budgets', { shared: true, limit: 1000 })).budgets).toEqual(shared);
  expect(await walk('list_campaign_budgets', 'budgets', { limit: 3 })).toEqual(budgets);
});
