import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal } = sandboxed();

test('adds an event to the pixel, which ad groups can strive for', async () => {
  const value = { amount: '5', currency: 'USD' };
  const made = await call('create_conversion_action', {
    name: 'Newsletter',
    event: 'subscribe',
    counting: 'one',
    value,
  });
  expect(made.conversion_action).toMatchObject({
    name: 'Newsletter',
    event: 'subscribe',
    optimization_event: 'ON_WEB_SUBSCRIBE',
    counting: 'one',
    value,
  });
  expect(made.campaigns).toEqual([]);
  const { pixels } = await call('list_pixels');
  expect(pixels[0].events).toContain('ON_WEB_SUBSCRIBE');
});

test('names the campaigns that strive for such an event', async () => {
  const { campaigns } = await call('create_conversion_action', { name: 'Sale', event: 'purchase' });
  expect(campaigns.map(({ name }: { name: string }) => name)).toContain('Autumn sale');
});

test('refuses what the platform has no event for, and another pixel', async () => {
  const unknown = await refusal('create_conversion_action', { name: 'Q', event: 'qualified_lead' });
  expect(unknown).toMatchObject({ code: 'invalid_arguments', field: 'event' });
  const other = await refusal('create_conversion_action', { name: 'Q', event: 'lead', pixel_id: '42' });
  expect(other).toMatchObject({ code: 'not_found' });
});
