import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('shows the ad sets of a campaign, or those with the given ids, with their targeting', async () => {
  const { ad_sets } = await call('list_ad_sets', { limit: 3 });
  const [first] = ad_sets;
  expect(first.targeting).toHaveProperty('geo_locations');
  const inCampaign = await call('list_ad_sets', { campaign_id: first.campaign_id });
  expect(new Set(inCampaign.ad_sets.map((one: { campaign_id: string }) => one.campaign_id))).toEqual(
    new Set([first.campaign_id]),
  );
  expect((await call('list_ad_sets', { ad_set_ids: [first.id] })).ad_sets).toEqual([first]);
});

test('an id of another kind of thing is named, for it has no ad sets', async () => {
  const { ad_sets } = await call('list_ad_sets', { limit: 1 });
  expect(await refusal('list_ad_sets', { campaign_id: ad_sets[0].id })).toMatchObject({
    code: 'not_found',
    field: 'campaign_id',
  });
});
