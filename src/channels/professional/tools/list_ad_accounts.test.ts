import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fence } = sandboxed('professional');

test('the accounts this connection reaches, with their currency; test accounts only on request', async () => {
  const { ad_accounts } = await call('list_ad_accounts');
  expect(ad_accounts.map(({ id, currency }: Record<string, string>) => [id, currency])).toEqual([
    ['500000001', 'USD'],
    ['500000002', 'EUR'],
  ]);
  expect(ad_accounts[0]).toMatchObject({ name: 'Acme', organization_id: '3000001', timezone: 'UTC' });
  expect((await call('list_ad_accounts', { include_test: true })).ad_accounts).toHaveLength(3);
  const one = await call('list_ad_accounts', { account_ids: ['urn:li:sponsoredAccount:500000002'] });
  expect(one.ad_accounts).toMatchObject([{ id: '500000002' }]);
});

test('cost of all accounts comes with them, each in its own currency', async () => {
  const { ad_accounts, period } = await call('list_ad_accounts', { with_cost: true });
  expect(ad_accounts.map(({ metrics }: { metrics: { cost: unknown } }) => metrics.cost)).toMatchObject([
    { currency: 'USD' },
    { currency: 'EUR' },
  ]);
  const { totals, period: same } = await call('get_analytics', { account_id: ad_accounts[1].id, level: 'account' });
  expect(ad_accounts[1].metrics.cost).toEqual(totals.cost);
  expect(period).toEqual(same);
});

test('a workspace that is limited to chosen accounts is shown no others', async () => {
  await fence('500000002');
  expect((await call('list_ad_accounts', { include_test: true })).ad_accounts).toMatchObject([{ id: '500000002' }]);
  const { ad_accounts } = await call('list_ad_accounts', { with_cost: true });
  expect(ad_accounts).toMatchObject([{ id: '500000002', metrics: { cost: { currency: 'EUR' } } }]);
  expect(await refusal('list_ad_accounts', { account_ids: ['500000001'] })).toMatchObject({ field: 'account_ids' });
});
