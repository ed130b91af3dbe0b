import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists ad groups with budget, schedule and targeting', async () => {
  const { ad_groups } = await call('list_ad_groups', { name_contains: '25 to 34' });
  expect(ad_groups).toHaveLength(1);
  expect(ad_groups[0]).toMatchObject({
    name: '25 to 34',
    status: 'ENABLE',
    budget: { amount: '30.00', currency: 'USD' },
    optimization_goal: 'CLICK',
    targeting: { location_ids: ['6252001'], age_groups: ['AGE_25_34'] },
  });
  expect(ad_groups[0].end_time).toBeUndefined();
  const { campaign_id, id } = ad_groups[0];
  expect((await call('list_ad_groups', { campaign_id })).ad_groups).toHaveLength(3);
  expect((await call('list_ad_groups', { campaign_id, ad_group_ids: [id] })).ad_groups).toHaveLength(1);
});
