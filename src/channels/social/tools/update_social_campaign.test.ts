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

test('an id that is not there, or that of another kind of thing, is not found and blamed', async () => {
  expect(await refusal('update_social_campaign', { campaign_id: '42', name: 'x' })).toMatchObject({
    code: 'not_found',
    field: 'campaign_id',
  });
  const { ad_sets } = await call('list_ad_sets', { limit: 1 });
  const error = await refusal('update_social_campaign', { campaign_id: ad_sets[0].id, name: 'x' });
  expect(error).toMatchObject({ code: 'not_found', field: 'campaign_id', outcome: 'not_applied' });
  expect(error.message).toContain('node of type AdSet');
});

test('a spending cap is set and taken away', async () => {
  const { id } = await make({ daily_budget: '50', spend_cap: '500' });
  const cap = { amount: '500.00', currency: 'USD' };
  const { applied, not_applied, campaign } = await call('update_social_campaign', {
    campaign_id: id,
    spend_cap: 'none',
  });
  expect([applied, not_applied, campaign.spend_cap]).toEqual([{ spend_cap: { from: cap, to: null } }, [], undefined]);
});

test('a special category is declared later with its countries', async () => {
  const { id } = await make({ daily_budget: '50' });
  const declared = { special_ad_categories: ['HOUSING'], special_ad_category_country: ['US'] };
  expect(
    await refusal('update_social_campaign', { campaign_id: id, special_ad_categories: ['HOUSING'] }),
  ).toMatchObject({
    field: 'special_ad_category_country',
  });
  expect((await call('update_social_campaign', { campaign_id: id, ...declared })).campaign).toMatchObject(declared);
});

test('a cap comes with an amount for each ad set, and only where the campaign holds the budget', async () => {
  const { id } = await make({ daily_budget: '50' });
  const { ad_set } = await call('create_ad_set', {
    campaign_id: id,
    name: 'bidder',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
  });
  expect(await refusal('update_social_campaign', { campaign_id: id, bid_strategy: 'COST_CAP' })).toMatchObject({
    field: 'bid_amounts',
    outcome: 'not_applied',
  });
  const capped = { bid_strategy: 'COST_CAP', bid_amounts: { [ad_set.id]: '2.50' } };
  expect((await call('update_social_campaign', { campaign_id: id, ...capped })).applied).toEqual({
    bid_strategy: { from: 'LOWEST_COST_WITHOUT_CAP', to: 'COST_CAP' },
  });
  const { ad_sets } = await call('list_ad_sets', { campaign_id: id });
  expect(ad_sets[0]).toMatchObject({ bid_strategy: 'COST_CAP', bid_amount: { amount: '2.50', currency: 'USD' } });
  const without = await make({ is_adset_budget_sharing_enabled: false });
  const error = await refusal('update_social_campaign', { campaign_id: without.id, bid_strategy: 'COST_CAP' });
  expect(error).toMatchObject({ field: 'bid_strategy', next_step: expect.stringContaining('update_ad_set') });
  expect((await requests()).filter(({ method, path }) => method === 'POST' && path.endsWith(`/${without.id}`))).toEqual(
    [],
  );
});

test('amounts in refusals are in major units of the account', async () => {
  const { id } = await make({ daily_budget: '50' });
  const low = await refusal('update_social_campaign', { campaign_id: id, daily_budget: '0.99' });
  expect(low).toMatchObject({ field: 'daily_budget', message: expect.stringContaining('1.00 USD') });
  const cap = await refusal('update_social_campaign', { campaign_id: id, spend_cap: '50' });
  expect(cap).toMatchObject({ field: 'spend_cap', message: expect.stringContaining('100.00 USD') });
});
