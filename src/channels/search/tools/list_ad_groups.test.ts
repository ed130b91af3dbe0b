import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('shows the ad groups of a campaign with bids as money', async () => {
  const { ad_groups } = await call('list_ad_groups');
  const [first] = ad_groups;
  const { ad_groups: ofCampaign } = await call('list_ad_groups', { campaign_id: first.campaign_id });
  expect(ofCampaign).toEqual(
    ad_groups.filter(({ campaign_id }: { campaign_id: string }) => campaign_id === first.campaign_id),
  );
  const bids = ad_groups.flatMap(({ cpc_bid }: { cpc_bid?: unknown }) => cpc_bid ?? []);
  expect(bids[0]).toEqual({ amount: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' });
  const named = await call('list_ad_groups', { name_contains: first.name });
  expect(named.ad_groups).toContainEqual(first);
});
