import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists ads with their content, and combines what narrows them', async () => {
  const { ads } = await call('list_ads', { limit: 100 });
  expect(ads).toHaveLength(14);
  const [{ campaign_id, ad_group_id, id }] = ads;
  expect((await call('list_ads', { ad_group_id })).ads).toHaveLength(2);
  expect((await call('list_ads', { campaign_id, ad_group_id, ad_ids: [id] })).ads).toEqual([ads[0]]);
  const other = ads.find((one: { campaign_id: string }) => one.campaign_id !== campaign_id);
  expect((await call('list_ads', { campaign_id: other.campaign_id, ad_ids: [id] })).ads).toEqual([]);
  const { ads: off } = await call('list_ads', { status: 'DISABLED' });
  expect(new Set(off.map(({ delivery_status }: { delivery_status: string }) => delivery_status))).toEqual(
    new Set(['AD_STATUS_CAMPAIGN_DISABLE']),
  );
});
