import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, ledger, requests, workspaceNamed } = sandboxed('social');

const WANTED = { objective: 'OUTCOME_TRAFFIC', special_ad_categories: [] };

test('makes it paused, with the budget in major units of the account', async () => {
  const { campaign } = await call('create_social_campaign', { ...WANTED, name: 'paused', daily_budget: '50' });
  expect(campaign).toMatchObject({
    status: 'PAUSED',
    daily_budget: { amount: '50.00', currency: 'USD' },
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  });
});

test('yen are whole: 5000 is five thousand, and half a yen is refused', async () => {
  const workspaceId = await workspaceNamed('Acme Japan');
  const { campaign } = await call('create_social_campaign', {
    ...WANTED,
    name: 'yen',
    daily_budget: 5000,
    workspaceId,
  });
  expect(campaign.daily_budget).toEqual({ amount: '5000', currency: 'JPY' });
  const sent = (await requests()).find(({ request_body }) => request_body?.includes('"yen"'));
  expect(JSON.parse(sent?.request_body ?? '{}')).toMatchObject({ daily_budget: 5000, status: 'PAUSED' });
  const half = { ...WANTED, name: 'half', daily_budget: '5000.5', workspaceId };
  expect(await refusal('create_social_campaign', half)).toMatchObject({
    field: 'daily_budget',
    outcome: 'not_applied',
  });
});

test('demands the declarations the platform demands, and invents none', async () => {
  const { special_ad_categories: _, ...undeclared } = WANTED;
  expect(await refusal('create_social_campaign', { ...undeclared, name: 'x', daily_budget: 5 })).toMatchObject({
    field: 'special_ad_categories',
  });
  expect(await refusal('create_social_campaign', { ...WANTED, name: 'x' })).toMatchObject({
    field: 'is_adset_budget_sharing_enabled',
  });
  const { campaign } = await call('create_social_campaign', {
    ...WANTED,
    name: 'own budgets',
    is_adset_budget_sharing_enabled: false,
  });
  expect(campaign).toMatchObject({ is_adset_budget_sharing_enabled: false, special_ad_categories: [] });
});

test('two budgets, or sharing beside a campaign budget, are refused with the reason', async () => {
  const two = { ...WANTED, name: 'x', daily_budget: 5, lifetime_budget: 50 };
  expect(await refusal('create_social_campaign', two)).toMatchObject({ field: 'lifetime_budget' });
  const sharing = { ...WANTED, name: 'x', daily_budget: 5, is_adset_budget_sharing_enabled: true };
  expect(await refusal('create_social_campaign', sharing)).toMatchObject({ field: 'is_adset_budget_sharing_enabled' });
});

test.each(['cut_before', 'cut_after', 'server_error'])(
  '%s: never sent twice, and its outcome is called unknown',
  async (kind) => {
    const name = `fault ${kind}`;
    const before = (await ledger({ kind: 'create', resource: 'campaign' })).length;
    await fault(kind, 'POST .*/campaigns$');
    const error = await refusal('create_social_campaign', { ...WANTED, name, daily_budget: 5 });
    expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
    expect(error.next_step).toContain('list_social_campaigns');
    const made = (await ledger({ kind: 'create', resource: 'campaign' })).length - before;
    expect(made).toBe(kind === 'cut_after' ? 1 : 0);
    expect((await call('list_social_campaigns', { name_contains: name })).campaigns).toHaveLength(made);
  },
);

test('an iOS 14 campaign is made for an app, which has to be named', async () => {
  const app = { ...WANTED, objective: 'OUTCOME_APP_PROMOTION', name: 'iOS', daily_budget: 20 };
  const asked = { ...app, is_skadnetwork_attribution: true };
  expect(await refusal('create_social_campaign', asked)).toMatchObject({ field: 'application_id' });
  const { campaign } = await call('create_social_campaign', { ...asked, application_id: '1234567890' });
  expect(campaign).toMatchObject({ name: 'iOS', status: 'PAUSED' });
});
