import { expect, test } from 'vitest';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, ledger, fault, requests, japan } = sandboxed();

test('creates a campaign switched off, and says what keeps it from serving', async () => {
  const { campaign, keeps_from_serving } = await call('create_campaign', {
    ...good.campaign,
    budget_mode: 'BUDGET_MODE_DAY',
    budget: 50,
  });
  expect(campaign).toMatchObject({ name: 'Launch', status: 'DISABLE', budget: { amount: '50.00', currency: 'USD' } });
  expect(keeps_from_serving.join(' ')).toContain('update_campaign');
  const { campaign: shared } = await call('create_campaign', {
    campaign_name: 'Shared',
    objective: 'WEB_CONVERSIONS',
    budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
    budget_optimize_on: true,
    budget: 5000,
    ...(await japan()),
  });
  expect(shared.budget).toEqual({ amount: '5000', currency: 'JPY' });
});

test('a Smart+ campaign is made at its own address', async () => {
  const { campaign } = await call('create_campaign', {
    campaign_name: 'Steered',
    objective: 'WEB_CONVERSIONS',
    automation: 'SMART_PLUS',
    budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
    budget_optimize_on: true,
    budget: 60,
  });
  expect(campaign).toMatchObject({ automation: 'SMART_PLUS', status: 'DISABLE' });
  expect((await call('list_campaigns', { name_contains: 'Steered' })).campaigns).toHaveLength(1);
});

test('what the platform would refuse is refused before it is sent', async () => {
  const sent = (await requests()).filter(({ method }) => method === 'POST').length;
  const refuse = async (args: Record<string, unknown>) =>
    (await refusal('create_campaign', { ...good.campaign, ...args })).field;
  expect(await refuse({ budget_mode: 'BUDGET_MODE_DAY' })).toBe('budget');
  expect(await refuse({ budget: 60 })).toBe('budget');
  expect(await refuse({ budget_mode: 'BUDGET_MODE_DAY', budget: 49 })).toBe('budget');
  expect(await refuse({ budget_optimize_on: true })).toBe('budget_optimize_on');
  expect(await refuse({ budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', budget: 60 })).toBe('budget_mode');
  expect(await refuse({ objective: 'REACH', budget_mode: 'BUDGET_MODE_DAY', budget: 60 })).toBe('budget_mode');
  expect(await refuse({ objective: 'APP_PROMOTION' })).toBe('app_promotion_type');
  expect(await refuse({ automation: 'SMART_PLUS' })).toBe('objective');
  expect(await refuse({ campaign_name: 'Go 🚀' })).toBe('campaign_name');
  expect((await requests()).filter(({ method }) => method === 'POST')).toHaveLength(sent);
});

test('a taken name is told as the platform does; a cut create is unknown and happens once', async () => {
  expect((await refusal('create_campaign', good.campaign)).upstream).toMatchObject({ code: 40002 });
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*campaign/create/');
  const error = await refusal('create_campaign', { ...good.campaign, campaign_name: 'Once' });
  expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
  expect(error.next_step).toContain('list_campaigns');
  expect((await ledger({ kind: 'create' })).length).toBe(before + 1);
});
