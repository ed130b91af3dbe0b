import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

async function pinnedAd() {
  const { ad_groups } = await call('list_ad_groups', { name_contains: 'Trail shoes' });
  const { ads } = await call('list_ads', { ad_group_id: ad_groups[0].id, status: ['ENABLED'] });
  const text = ads[0].headlines[1];
  await call('update_ad', { ad_id: ads[0].id, pinned: [{ text, position: 'HEADLINE_1' }] });
  return (await call('list_ads', { ad_ids: [ads[0].id] })).ads[0];
}

test('a copy has the texts, pins and addresses of the original but for what is given, and is paused', async () => {
  const original = await pinnedAd();
  const headlines = [...original.headlines.slice(1), 'Quite Another Headline'];
  const { ad } = await call('duplicate_ad', { ad_id: original.id, headlines, path2: 'new' });
  const { id: _, review_status: __, approval_status: ___, ...rest } = original;
  expect(ad).toMatchObject({ ...rest, ad_strength: expect.any(String), headlines, path2: 'new', status: 'PAUSED' });
  expect(ad.id).not.toBe(original.id);
});

test('it can go into another ad group; what no ad can be is refused before anything is made', async () => {
  const original = await pinnedAd();
  const { ad_groups } = await call('list_ad_groups', { name_contains: 'Running shoes' });
  const { ad } = await call('duplicate_ad', { ad_id: original.id, ad_group_id: ad_groups[0].id });
  expect(ad.ad_group_id).toBe(ad_groups[0].id);
  const headlines = ['a', 'a', 'b'];
  expect(await refusal('duplicate_ad', { ad_id: original.id, headlines })).toMatchObject({ field: 'headlines.1' });
  const { campaigns } = await call('list_campaigns', { type: 'DISPLAY' });
  const { ads } = await call('list_ads', { campaign_id: campaigns[0].id });
  expect(await refusal('duplicate_ad', { ad_id: ads[0].id })).toMatchObject({ field: 'ad_id' });
});
