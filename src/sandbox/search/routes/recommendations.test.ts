import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { CUSTOMER, changesForTests, NAMES } from '../changes.testing.ts';

const { one, sandbox } = changesForTests();

describe('recommendations', () => {
  test('begin from what the campaign really had in a week', async () => {
    const { recommendation } = await one(
      'SELECT recommendation.campaign, recommendation.impact FROM recommendation WHERE recommendation.type = CAMPAIGN_BUDGET',
    );
    const id = recommendation.campaign.split('/').at(-1);
    const { metrics } = await one(
      `SELECT metrics.clicks, metrics.impressions, metrics.cost_micros FROM campaign WHERE campaign.id = ${id} AND segments.date DURING LAST_7_DAYS`,
    );
    const { baseMetrics } = recommendation.impact;
    expect(String(baseMetrics.clicks)).toBe(metrics.clicks);
    expect(String(baseMetrics.impressions)).toBe(metrics.impressions);
    expect(baseMetrics.costMicros).toBe(metrics.costMicros);
  });

  const apply = (id: string, more: object = {}) =>
    sandbox.call('POST', `${CUSTOMER}/recommendations:apply`, {
      operations: [{ resourceName: `${NAMES}/recommendations/${id}`, ...more }],
    });

  test('are applied as the change they are, once', async () => {
    const { recommendation } = await one(
      'SELECT recommendation.campaign_budget, recommendation.resource_name FROM recommendation WHERE recommendation.type = CAMPAIGN_BUDGET',
    );
    expect((await apply('MTo5MDAx', { campaignBudget: { newBudgetAmountMicros: '230000000' } })).status).toBe(200);
    const row = await one(
      `SELECT campaign_budget.amount_micros FROM campaign_budget WHERE campaign_budget.resource_name = '${recommendation.campaignBudget}'`,
    );
    expect(row.campaignBudget.amountMicros).toBe('230000000');
    expect(codesOf(await apply('MTo5MDAx'))).toEqual(['recommendationError.RECOMMENDATION_ALREADY_APPLIED']);
    expect((await apply('Mzo5MDAz')).status).toBe(200);
    expect(codesOf(await apply('NDo5MDA0'))).toEqual(['recommendationError.RECOMMENDATION_TYPE_APPLY_NOT_SUPPORTED']);
  });

  test('are dismissed once', async () => {
    const dismiss = () =>
      sandbox.call('POST', `${CUSTOMER}/recommendations:dismiss`, {
        operations: [{ resourceName: `${NAMES}/recommendations/Mjo5MDAy` }],
      });
    expect((await dismiss()).status).toBe(200);
    expect(codesOf(await dismiss())).toEqual(['recommendationError.RECOMMENDATION_ALREADY_DISMISSED']);
  });
});
