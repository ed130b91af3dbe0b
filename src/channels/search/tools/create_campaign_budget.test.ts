import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

async function campaigns(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const args = { name: `sharing ${Math.random()}`, budget: 10, contains_eu_political_advertising: false };
    ids.push((await call('create_campaign', args)).campaign.id);
  }
  return ids;
}

test('a shared budget is made and takes campaigns over, all or none', async () => {
  const campaign_ids = await campaigns(2);
  const { budget } = await call('create_campaign_budget', { name: 'Together', budget: '33.30', campaign_ids });
  expect(budget).toMatchObject({ name: 'Together', shared: true, budget: { amount: '33.30', currency: 'USD' } });
  expect(budget.campaigns.map(({ id }: { id: string }) => id)).toEqual(campaign_ids);
  const { campaigns: now } = await call('list_campaigns', { campaign_ids });
  for (const campaign of now) expect(campaign).toMatchObject({ budget_id: budget.id, budget_shared: true });
  const taken = await refusal('create_campaign_budget', { name: 'Together', budget: 1 });
  expect(taken).toMatchObject({ code: 'conflict', field: 'name', outcome: 'not_applied' });
  const lost = await refusal('create_campaign_budget', {
    name: 'Lost',
    budget: 1,
    campaign_ids: [campaign_ids[0], '1'],
  });
  expect(lost).toMatchObject({ field: 'campaign_ids.1', outcome: 'not_applied' });
  const max = (await call('list_campaigns', { type: 'PERFORMANCE_MAX', limit: 1 })).campaigns[0];
  expect(await refusal('create_campaign_budget', { name: 'Max', budget: 1, campaign_ids: [max.id] })).toMatchObject({
    field: 'campaign_ids.0',
  });
  expect((await call('list_campaign_budgets', { name_contains: 'Lost' })).budgets).toEqual([]);
});
