import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, japan, fault } = sandboxed();

test('tells name, status, currency, zone and balance', async () => {
  const { advertiser } = await call('get_advertiser_info');
  expect(advertiser).toMatchObject({
    name: 'Acme',
    status: 'STATUS_ENABLE',
    currency: 'USD',
    timezone: 'America/New_York',
  });
  expect(advertiser.balance).toEqual({ amount: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' });
  const there = await call('get_advertiser_info', await japan());
  expect(there.advertiser.balance).toEqual({ amount: expect.stringMatching(/^\d+$/), currency: 'JPY' });
});

test('an advertiser that does not exist is an account problem, a dead token asks to reconnect', async () => {
  expect(await refusal('get_advertiser_info', { advertiser_id: '7100000000000000999' })).toMatchObject({
    code: 'account_problem',
    upstream: { code: 40002 },
  });
  await fault('expired_token', 'GET');
  expect(await refusal('get_advertiser_info', { fresh: true })).toMatchObject({
    code: 'token_expired',
    upstream: { code: 40105 },
  });
});
