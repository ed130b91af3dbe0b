import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('social');

const make = async (more: Record<string, unknown>) =>
  (
    await call('create_social_campaign', {
      name: 'c',
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      ...more,
    })
  ).campaign;

test('starts, stops and re-budgets, and reports from and to', async () => {
  const { id } = await make({ daily_budget: '50' });
  const { applied, not_applied } = await call('update_social_campaign', {
    campaign_id: id,
    status: 'ACTIVE',
    daily_budget: '75.50',
  });
  expect(applied).toEqual({
    status: { from: 'PAUSED', to: 'ACTIVE' },
    daily_budget: { from: { amount: '50.00', currency: 'USD' }, to: { amount: '75.50', currency: 'USD' } },
  });
  expect(not_applied).toEqual([]);
  expect((await call('update_social_campaign', { campaign_id: id, status: 'PAUSED' })).campaign.status).toBe('PAUSED');
});

test('what is so already is neither applied nor failed', async () => {
  const { id } = await make({ daily_budget: '50' });
  expect(await call('update_social_campaign', { campaign_id: id, status: 'PAUSED', daily_budget: 50 })).toMatchObject({
    applied: {},
    not_applied: [],
  });
});

test('too small a budget is told in the unit it was given in: nobody meets cents', async () => {
  const { id } = await make({ daily_budget: '50' });
  const { message } = await refusal('update_social_campaign', { campaign_id: id, daily_budget: '0.10' });
  expect(message).toMatch(/at least 1\.00 USD/);
});

test('a budget beside those of the ad sets is refused before it is sent, naming the ad set', async () => {
  const { id } = await make({ is_adset_budget_sharing_enabled: false });
  const { ad_set } = await call('create_ad_set', {
    campaign_id: id,
    name: 'holder',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
    daily_budget: 10,
  });
  const error = await refusal('update_social_campaign', { campaign_id: id, daily_budget: 20 });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'daily_budget', outcome: 'not_applied' });
  expect(error.message).toContain(ad_set.id);
  expect((await requests()).filter(({ method, path }) => method === 'POST' && path.endsWith(`/${id}`))).toEqual([]);
});

test('a campaign that is not there is not found', async () => {
  expect(await refusal('update_social_campaign', { campaign_id: '42', name: 'x' })).toMatchObject({
    code: 'not_found',
  });
});
