import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

const groupNamed = async (name: string) => (await call('list_ad_groups', { name_contains: name })).ad_groups[0];

async function contentsOf(ad_group_id: string) {
  const { ads } = await call('list_ads', { ad_group_id, limit: 1000 });
  const { keywords } = await call('list_keywords', { ad_group_id, limit: 1000 });
  const { ad_extensions } = await call('list_ad_extensions', { ad_group_id });
  const sorted = (list: Record<string, unknown>[], ...fields: string[]) =>
    list.map((item) => JSON.stringify(fields.map((field) => item[field]))).sort();
  return {
    ads: sorted(ads, 'headlines', 'descriptions', 'final_urls', 'path1', 'status'),
    keywords: sorted(keywords, 'text', 'match_type', 'status', 'negative', 'cpc_bid'),
    extensions: sorted(ad_extensions, 'kind', 'text'),
  };
}

test('a copy has the ads, keywords, negatives and extensions of the original, is paused and has its own bid', async () => {
  const original = await groupNamed('Trail shoes');
  await call('update_ad_extensions', { ad_group_id: original.id, callouts: ['Copied too'] });
  const { ad_group, copied } = await call('duplicate_ad_group', {
    ad_group_id: original.id,
    name: 'Trail shoes again',
    cpc_bid: '2.20',
  });
  expect(ad_group).toMatchObject({
    status: 'PAUSED',
    campaign_id: original.campaign_id,
    cpc_bid: { amount: '2.20', currency: 'USD' },
  });
  expect(copied.extensions).toBe(1);
  expect(await contentsOf(ad_group.id)).toEqual(await contentsOf(original.id));
});

test('it can go into another search campaign, and into no other', async () => {
  const original = await groupNamed('Trail shoes');
  const { campaigns } = await call('list_campaigns', { name_contains: 'Brand' });
  const wish = { ad_group_id: original.id, name: 'Trail shoes there' };
  const { ad_group } = await call('duplicate_ad_group', { ...wish, campaign_id: campaigns[0].id });
  expect(ad_group).toMatchObject({ campaign_id: campaigns[0].id, cpc_bid: original.cpc_bid });
  const { campaigns: display } = await call('list_campaigns', { type: 'DISPLAY' });
  expect(await refusal('duplicate_ad_group', { ...wish, campaign_id: display[0].id })).toMatchObject({
    field: 'campaign_id',
  });
});
