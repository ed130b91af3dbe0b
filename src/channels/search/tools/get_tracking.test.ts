import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('what an ad says of tracking stands below what its ad group, campaign and account say', async () => {
  const [ad] = (await call('list_ads', { limit: 1 })).ads;
  await call('update_tracking', { final_url_suffix: 'utm_source=account' });
  await call('update_tracking', { campaign_id: ad.campaign_id, final_url_suffix: 'utm_source=campaign' });
  const { tracking } = await call('get_tracking', { ad_id: ad.id });
  expect(tracking).toEqual([
    { level: 'account', id: expect.any(String), final_url_suffix: 'utm_source=account' },
    { level: 'campaign', id: ad.campaign_id, final_url_suffix: 'utm_source=campaign' },
    { level: 'ad_group', id: ad.ad_group_id },
    { level: 'ad', id: ad.id },
  ]);
});

test('objects that are not there, or too many at once, are named', async () => {
  for (const field of ['campaign_id', 'ad_group_id', 'ad_id', 'asset_id'])
    expect(await refusal('get_tracking', { [field]: '1' })).toMatchObject({ code: 'not_found', field });
  expect(await refusal('get_tracking', { campaign_id: '1', ad_id: '2' })).toMatchObject({ field: 'ad_id' });
  expect(await refusal('get_tracking', { keyword_id: '1' })).toMatchObject({ field: 'ad_group_id' });
});
