import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, advanceClock } = sandboxed('search');

const SUBSCRIPTION = {
  name: 'Subscription',
  event: 'subscribe',
  counting: 'one',
  click_window_days: 60,
  view_window_days: 7,
  value: { amount: '12.50', currency: 'USD' },
  attribution: 'data_driven',
};

test('what is made is shown as it was asked for, and takes its events six hours later', async () => {
  const made = await call('create_conversion_action', SUBSCRIPTION);
  expect(made.conversion_action).toMatchObject({
    ...SUBSCRIPTION,
    type: 'UPLOAD_CLICKS',
    status: 'ENABLED',
    primary: false,
  });
  expect(made.campaigns).toEqual([]);
  const event = {
    ...{ event: 'subscribe', event_id: 'S-1', person: { email: 'ada@example.com' } },
    happened_at: new Date(Date.now() - 3_600_000).toISOString(),
  };
  const send = async () => (await call('send_conversions', { events: [event] })).results[0];
  expect(await send()).toMatchObject({ outcome: 'refused', why: expect.stringContaining('six hours') });
  await advanceClock(6 * 3_600_000);
  expect(await send()).toMatchObject({ outcome: 'sent', destination: made.conversion_action.id });
});

test('a primary action names the campaigns that bid by conversions', async () => {
  const { campaigns } = await call('create_conversion_action', { name: 'Bid by it', event: 'lead', primary: true });
  expect(campaigns.length).toBeGreaterThan(0);
});

test('a name that is taken and a currency that is none are told by their argument', async () => {
  expect(await refusal('create_conversion_action', { name: 'Purchase', event: 'lead' })).toMatchObject({
    field: 'name',
  });
  const value = { amount: '1', currency: 'QQQ' };
  expect(await refusal('create_conversion_action', { name: 'Odd', event: 'lead', value })).toMatchObject({
    field: 'value.currency',
  });
});
