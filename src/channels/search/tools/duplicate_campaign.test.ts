import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

test('a copy has all of the original in one changing request, is paused and has its own budget', async () => {
  const { campaigns } = await call('list_campaigns', { name_contains: 'Search – Shoes' });
  const [original] = campaigns;
  await call('update_ad_extensions', { campaign_id: original.id, callouts: ['Copied too'] });
  const changes = async () =>
    (await requests()).filter(
      ({ path, request_body: body }) => path.endsWith(':mutate') && !body?.includes('"validateOnly":true'),
    ).length;
  const before = await changes();
  const { campaign, copied } = await call('duplicate_campaign', {
    campaign_id: original.id,
    name: 'Shoes again',
    budget: '33.00',
  });
  expect(await changes()).toBe(before + 1);
  expect(campaign).toMatchObject({
    status: 'PAUSED',
    type: 'SEARCH',
    bidding_strategy: original.bidding_strategy,
    budget: { amount: '33.00', currency: 'USD' },
    budget_shared: false,
  });
  const contents = async (campaign_id: string) => {
    const groups = (await call('list_ad_groups', { campaign_id, limit: 1000 })).ad_groups;
    const { keywords } = await call('list_keywords', { campaign_id, limit: 1000 });
    const { ads } = await call('list_ads', { campaign_id, limit: 1000 });
    const { keywords: negatives } = await call('list_keywords', { level: 'campaign', campaign_id });
    const { ad_extensions } = await call('list_ad_extensions', { campaign_id });
    const sorted = (list: Record<string, unknown>[], ...fields: string[]) =>
      list.map((item) => JSON.stringify(fields.map((field) => item[field]))).sort();
    return {
      groups: sorted(groups, 'name', 'status', 'type', 'cpc_bid'),
      keywords: sorted(keywords, 'text', 'match_type', 'status', 'negative', 'cpc_bid'),
      ads: sorted(ads, 'headlines', 'descriptions', 'final_urls', 'path1', 'status'),
      negatives: sorted(negatives, 'text', 'match_type'),
      extensions: sorted(ad_extensions, 'kind', 'text'),
      targeting: (await call('get_campaign_targeting', { campaign_id })).targeting,
    };
  };
  expect(await contents(campaign.id)).toEqual(await contents(original.id));
  expect(copied.keywords).toBeGreaterThan(5);
});

test('what cannot be copied is said, and nothing is made', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'PERFORMANCE_MAX' });
  const error = await refusal('duplicate_campaign', { campaign_id: campaigns[0].id, name: 'x' });
  expect(error).toMatchObject({ code: 'unsupported', outcome: 'not_applied', field: 'campaign_id' });
  const { campaigns: shoes } = await call('list_campaigns', { name_contains: 'Search – Shoes' });
  const taken = await refusal('duplicate_campaign', { campaign_id: shoes[0].id, name: 'Search – Shoes' });
  expect(taken).toMatchObject({ code: 'conflict', field: 'name', outcome: 'not_applied' });
  expect(await refusal('duplicate_campaign', { campaign_id: '1', name: 'x' })).toMatchObject({ code: 'not_found' });
});
