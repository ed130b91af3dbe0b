import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

test('recommendations are applied in one request, each with its result; a budget may be another than the recommended', async () => {
  const { recommendations } = await call('list_recommendations', {});
  const of = (type: string) => recommendations.find((one: { type: string }) => one.type === type);
  const budget = of('CAMPAIGN_BUDGET');
  const first = await call('apply_recommendation', { recommendation_ids: [budget.id], budget: '199.50' });
  expect(first.results).toMatchObject([
    {
      id: budget.id,
      outcome: 'changed',
      campaign_id: budget.campaign_id,
      campaign_changed: { budget: { from: { amount: '170.00' }, to: { amount: '199.50', currency: 'USD' } } },
    },
  ]);
  const { campaigns } = await call('list_campaigns', { campaign_id: budget.campaign_id });
  expect(campaigns[0].budget.amount).toBe('199.50');
  const sent = (await requests()).filter(({ path }) => path.endsWith('recommendations:apply')).length;
  const optIn = of('MAXIMIZE_CONVERSIONS_OPT_IN');
  const { results } = await call('apply_recommendation', {
    recommendation_ids: [optIn.id, of('KEYWORD').id, budget.id],
  });
  expect((await requests()).filter(({ path }) => path.endsWith('recommendations:apply')).length).toBe(sent + 1);
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['changed', 'changed', 'refused']);
  expect(results[0].campaign_changed.bidding_strategy).toEqual({ from: 'MANUAL_CPC', to: 'MAXIMIZE_CONVERSIONS' });
  expect(results[2].error).toMatchObject({ code: 'not_found' });
  const after = await call('list_campaigns', { campaign_id: optIn.campaign_id });
  expect(after.campaigns[0].bidding_strategy).toBe('MAXIMIZE_CONVERSIONS');
});

test('what cannot be applied is told in its row; a budget belongs to a single one', async () => {
  const { recommendations } = await call('list_recommendations', { dismissed: true });
  const { results } = await call('apply_recommendation', { recommendation_ids: [recommendations[0].id] });
  expect(results[0]).toMatchObject({ outcome: 'refused', type: 'CALLOUT_ASSET' });
  expect(results[0].error.message).toContain('NOT_SUPPORTED');
  expect(await refusal('apply_recommendation', { recommendation_ids: ['a', 'b'], budget: 5 })).toMatchObject({
    field: 'budget',
  });
});
