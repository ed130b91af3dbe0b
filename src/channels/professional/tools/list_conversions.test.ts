import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, walk } = sandboxed('professional');

test('conversions with their windows and campaigns', async () => {
  const { conversions } = await call('list_conversions');
  expect(conversions).toMatchObject([
    {
      name: 'Demo request',
      type: 'LEAD',
      click_window_days: 30,
      view_window_days: 7,
      campaign_ids: [expect.any(String)],
    },
    { name: 'Purchase', campaign_ids: [] },
    { name: 'Sale', method: 'CONVERSIONS_API' },
    { name: 'Qualified lead' },
    { name: 'Sign-up', campaign_ids: [] },
  ]);
  expect(await walk('list_conversions', 'conversions', { limit: 2 })).toHaveLength(5);
});
