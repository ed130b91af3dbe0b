import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

async function adGroup(name: string): Promise<string> {
  const { campaign } = await call('create_campaign', { name, budget: 5, contains_eu_political_advertising: false });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: 1 });
  return ad_group.id;
}

const TEXTS = {
  headlines: ['Winter boots', 'Free returns', 'Made to last'],
  descriptions: ['Warm, dry and light.', 'Try them for 100 days.'],
  final_urls: ['https://acme.example/boots'],
};

test('status and texts change together; what is not named stays, pins of kept texts too', async () => {
  const { ad: before } = await call('create_responsive_search_ad', {
    ad_group_id: await adGroup('Texts'),
    ...TEXTS,
    path1: 'boots',
    pinned: [
      { text: 'Winter boots', position: 'HEADLINE_1' },
      { text: 'Free returns', position: 'HEADLINE_2' },
    ],
  });
  const headlines = ['Winter boots', 'New colours', 'Made to last', 'Ships today'];
  const { ad, applied, not_applied } = await call('update_ad', { ad_id: before.id, status: 'ENABLED', headlines });
  // The pin of a text that went is told too: it cannot come back by itself.
  expect(Object.keys(applied).sort()).toEqual(['headlines', 'pinned', 'status']);
  expect(not_applied).toEqual([]);
  expect(ad).toMatchObject({
    headlines,
    status: 'ENABLED',
    path1: 'boots',
    descriptions: TEXTS.descriptions,
    final_urls: TEXTS.final_urls,
    pinned: [{ text: 'Winter boots', position: 'HEADLINE_1' }],
  });
  const pinned = [{ text: 'Try them for 100 days.', position: 'DESCRIPTION_1' }];
  const repinned = await call('update_ad', { ad_id: before.id, pinned, final_urls: ['https://acme.example/sale'] });
  expect(repinned.ad).toMatchObject({ pinned, headlines });
  expect(Object.keys(repinned.applied).sort()).toEqual(['final_urls', 'pinned']);
});

test('wrong texts and missing ads are named', async () => {
  const { ads } = await call('list_ads', { limit: 1 });
  expect(await refusal('update_ad', { ad_id: ads[0].id })).toMatchObject({ code: 'invalid_arguments' });
  const error = await refusal('update_ad', { ad_id: ads[0].id, pinned: [{ text: 'Nowhere', position: 'HEADLINE_1' }] });
  expect(error).toMatchObject({ field: 'pinned.0.text' });
  expect(await refusal('update_ad', { ad_id: '1', status: 'PAUSED' })).toMatchObject({ code: 'not_found' });
});

test('changes of one ad that come at the same time all stand', async () => {
  const { ad } = await call('create_responsive_search_ad', { ad_group_id: await adGroup('Turns'), ...TEXTS });
  const headlines = [...TEXTS.headlines, 'Ships today'];
  const pinned = [{ text: 'Winter boots', position: 'HEADLINE_1' }];
  const each = [{ headlines }, { pinned }, { path1: 'boots' }].map((change) =>
    call('update_ad', { ad_id: ad.id, ...change }),
  );
  for (const { not_applied } of await Promise.all(each)) expect(not_applied).toEqual([]);
  expect((await call('list_ads', { ad_ids: [ad.id] })).ads[0]).toMatchObject({ headlines, pinned, path1: 'boots' });
});
