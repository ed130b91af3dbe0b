import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, clearFaults, ledger } = sandboxed('professional');

test('a group is a draft, in its own currency, and a shared budget names its strategy', async () => {
  const { campaign_group, notes } = await call('create_campaign_group', {
    name: 'Spring',
    account_id: '500000002',
    total_budget_amount: '500',
    run_schedule_end: '2027-06-01T00:00:00Z',
  });
  expect(campaign_group).toMatchObject({
    shown_as: 'Campaign',
    status: 'DRAFT',
    total_budget: { amount: '500.00', currency: 'EUR' },
    run_schedule_end: '2027-06-01T00:00:00.000Z',
  });
  expect(notes.join(' ')).toContain('starts in a day');
  const shared = { name: 'Shared', daily_budget_amount: '90', bid_strategy: 'MAXIMUM_DELIVERY' };
  expect(await refusal('create_campaign_group', shared)).toMatchObject({ field: 'objective_type' });
  const made = await call('create_campaign_group', { ...shared, objective_type: 'WEBSITE_VISIT', status: 'ACTIVE' });
  expect(made.campaign_group).toMatchObject({ status: 'ACTIVE', bid_strategy: 'MAXIMUM_DELIVERY' });
});

test('what is wrong is named by our arguments', async () => {
  expect(await refusal('create_campaign_group', { name: 'x', total_budget_amount: '500' })).toMatchObject({
    field: 'run_schedule_end',
  });
  const low = { name: 'x', total_budget_amount: '50', run_schedule_end: '2027-06-01T00:00:00Z' };
  expect(await refusal('create_campaign_group', low)).toMatchObject({
    field: 'total_budget_amount',
    upstream: { code: 'FIELD_VALUE_TOO_LOW' },
  });
});

test.each([
  ['microseconds', 1_790_000_000_000_000],
  ['moments that no calendar has', 8_640_000_000_000_001],
  ['seconds', 1_790_000_000],
])('%s are no time', async (_, run_schedule_end) => {
  const before = (await ledger({ kind: 'create' })).length;
  const given = { name: 'Far', run_schedule_end };
  expect(await refusal('create_campaign_group', given)).toMatchObject({
    code: 'invalid_arguments',
    field: 'run_schedule_end',
  });
  expect((await ledger({ kind: 'create' })).length).toBe(before);
});

test('cut off after it arrived, it was made once and is called unknown', async () => {
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*/adCampaignGroups$');
  expect(await refusal('create_campaign_group', { name: 'Lost' })).toMatchObject({
    code: 'outcome_unknown',
    retryable: false,
  });
  await clearFaults();
  expect((await ledger({ kind: 'create' })).length).toBe(before + 1);
  expect((await call('list_campaign_groups', { name: 'Lost' })).campaign_groups).toHaveLength(1);
});
