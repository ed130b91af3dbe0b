import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('changes name and value, and names the campaigns that aim at it', async () => {
  const { conversion_action: made } = await call('create_conversion_action', { name: 'Demo', event: 'Demo booked' });
  const { campaign } = await call('create_social_campaign', {
    name: 'Demos',
    objective: 'OUTCOME_LEADS',
    special_ad_categories: [],
    daily_budget: 20,
  });
  await call('create_ad_set', {
    campaign_id: campaign.id,
    name: 'Demos',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'OFFSITE_CONVERSIONS',
    promoted_object: { custom_conversion_id: made.id },
  });
  const answer = await call('update_conversion_action', {
    conversion_action_id: made.id,
    name: 'Demos',
    value: { amount: '80', currency: 'USD' },
  });
  expect(answer).toMatchObject({
    conversion_action: { name: 'Demos', event: 'Demo booked', value: { amount: '80', currency: 'USD' } },
    campaigns: [{ id: campaign.id, name: 'Demos' }],
    applied: { name: { from: 'Demo', to: 'Demos' }, value: { from: null, to: { amount: '80', currency: 'USD' } } },
    not_applied: [],
  });
});

test('a dataset is no conversion action', async () => {
  const [{ id }] = (await call('list_conversion_destinations')).destinations;
  const error = await refusal('update_conversion_action', { conversion_action_id: id, name: 'x' });
  expect(error).toMatchObject({ code: 'not_found' });
});
