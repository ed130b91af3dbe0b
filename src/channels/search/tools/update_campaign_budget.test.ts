import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

async function campaign(): Promise<{ id: string; name: string; budget_id: string }> {
  const args = { name: `sharing ${Math.random()}`, budget: 10, contains_eu_political_advertising: false };
  return (await call('create_campaign', args)).campaign;
}

test('an amount changes for every campaign of the budget, and the answer names them', async () => {
  const [one, two] = [await campaign(), await campaign()];
  const made = await call('create_campaign_budget', { name: 'Both', budget: 20, campaign_ids: [one.id] });
  const budget_id = made.budget.id;
  const reply = await call('update_campaign_budget', { budget_id, budget: '25.50', add_campaign_ids: [two.id] });
  expect(reply.not_applied).toEqual([]);
  expect(reply.applied).toMatchObject({
    budget: { from: { amount: '20.00' }, to: { amount: '25.50', currency: 'USD' } },
    campaign_ids: { from: [one.id], to: expect.arrayContaining([one.id, two.id]) },
  });
  expect(reply.budget.campaigns.map(({ name }: { name: string }) => name).sort()).toEqual([one.name, two.name].sort());
  const refused = await refusal('update_campaign', { campaign_id: one.id, budget: 30 });
  expect(refused).toMatchObject({ code: 'conflict', field: 'budget', outcome: 'not_applied' });
  expect(refused.message).toContain(`${two.name} (${two.id})`);
  const allowed = await call('update_campaign', { campaign_id: one.id, budget: 30, change_shared_budget: true });
  expect(allowed.notes.join(' ')).toContain(`${two.name} (${two.id})`);
});

test('a campaign leaves a shared budget for its former one, and a budget that is used stays', async () => {
  const one = await campaign();
  const { budget } = await call('create_campaign_budget', { name: 'For a while', budget: 20, campaign_ids: [one.id] });
  const used = await refusal('update_campaign_budget', { budget_id: budget.id, status: 'REMOVED' });
  expect(used).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  await call('update_campaign_budget', { budget_id: one.budget_id, add_campaign_ids: [one.id] });
  const [now] = (await call('list_campaigns', { campaign_ids: [one.id] })).campaigns;
  expect(now).toMatchObject({ budget_id: one.budget_id, budget_shared: false });
  const gone = await call('update_campaign_budget', { budget_id: budget.id, status: 'REMOVED' });
  expect(gone.budget).toMatchObject({ status: 'REMOVED', campaigns: [] });
  expect((await call('update_campaign_budget', { budget_id: budget.id, status: 'REMOVED' })).applied).toEqual({});
  expect(await refusal('update_campaign_budget', { budget_id: budget.id, budget: 1 })).toMatchObject({
    code: 'conflict',
  });
  expect(await refusal('update_campaign_budget', { budget_id: '1', budget: 1 })).toMatchObject({ code: 'not_found' });
  expect(await refusal('update_campaign_budget', { budget_id: one.budget_id })).toMatchObject({ field: 'name' });
});
