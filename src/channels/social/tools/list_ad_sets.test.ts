import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, walk } = sandboxed('social');

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

test('narrows by the day of the end, in days of the account, and walks what it found', async () => {
  const { campaign } = await call('create_social_campaign', {
    name: 'Ending',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  });
  // 03:00 UTC is still the day before in New York, the zone of the account.
  const ends = ['2031-03-01T03:00:00Z', '2031-03-01T18:00:00Z', '2031-03-09T18:00:00Z', undefined];
  for (const end_time of ends)
    await call('create_ad_set', {
      campaign_id: campaign.id,
      name: String(end_time),
      targeting: { geo_locations: { countries: ['US'] } },
      advantage_audience: false,
      optimization_goal: 'LINK_CLICKS',
      daily_budget: 20,
      end_time,
    });
  const names = async (args: Record<string, unknown>) =>
    ((await walk('list_ad_sets', 'ad_sets', args)) as { name: string }[]).map(({ name }) => name).sort();
  const march = { ends_from: '2031-03-01', ends_to: '2031-03-09' };
  expect(await names({ ...march, limit: 1 })).toEqual([ends[1], ends[2]]);
  expect(await names({ ...march, campaign_id: campaign.id, name_contains: '03-09' })).toEqual([ends[2]]);
  expect(await names({ campaign_id: campaign.id, ends_to: '2031-02-28' })).toEqual([ends[0]]);
  const { ad_sets } = await call('list_ad_sets', { campaign_id: campaign.id });
  const ids = ad_sets.map(({ id }: { id: string }) => id);
  expect(await names({ ad_set_ids: ids, ends_from: '2031-03-02' })).toEqual([ends[2]]);
  expect(ad_sets[0]).toMatchObject({ campaign_id: campaign.id, campaign_name: 'Ending' });
  expect(await refusal('list_ad_sets', { ends_from: '2031-03-02', ends_to: '2031-03-01' })).toMatchObject({
    field: 'ends_to',
  });
});

test('an id of another kind of thing is named, for it has no ad sets', async () => {
  const { ad_sets } = await call('list_ad_sets', { limit: 1 });
  expect(await refusal('list_ad_sets', { campaign_id: ad_sets[0].id })).toMatchObject({
    code: 'not_found',
    field: 'campaign_id',
  });
});
