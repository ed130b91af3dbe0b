import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('a new rule takes events of its kind at once, and says that no campaign counts it', async () => {
  const { conversion_action, notes } = await call('create_conversion_action', {
    name: 'Subscription',
    event: 'subscribe',
    click_window_days: 90,
    value: { amount: '25' },
  });
  expect(conversion_action).toMatchObject({
    type: 'SUBSCRIBE',
    status: 'ENABLED',
    method: 'CONVERSIONS_API',
    click_window_days: 90,
    view_window_days: 7,
    value: { amount: '25.00', currency: 'USD' },
    campaigns: [],
  });
  expect(notes[0]).toContain('attach_conversion');
  const events = [
    { event: 'subscribe', event_id: 'S-1', happened_at: new Date().toISOString(), person: { external_id: 'crm-7' } },
  ];
  expect((await call('send_conversions', { events })).results).toMatchObject([{ outcome: 'sent' }]);
});

test('unknown events and windows are refused with what there is, and long windows by the platform', async () => {
  expect(await refusal('create_conversion_action', { name: 'X', event: 'wish' })).toMatchObject({
    code: 'invalid_arguments',
    field: 'event',
    message: expect.stringContaining('DOWNLOAD'),
  });
  const rule = { name: 'X', event: 'DOWNLOAD', click_window_days: 28 };
  expect(await refusal('create_conversion_action', rule)).toMatchObject({ field: 'click_window_days' });
  expect(await refusal('create_conversion_action', { ...rule, click_window_days: 365 })).toMatchObject({
    code: 'invalid_arguments',
    message: expect.stringContaining('365'),
  });
});
