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

test('an ad is made paused, with its texts, paths and pins', async () => {
  const ad_group_id = await adGroup('Ads');
  const { ad } = await call('create_responsive_search_ad', {
    ad_group_id,
    ...TEXTS,
    path1: 'boots',
    path2: 'winter',
    pinned: [{ text: 'Winter boots', position: 'HEADLINE_1' }],
  });
  expect(ad).toMatchObject({
    ...TEXTS,
    type: 'RESPONSIVE_SEARCH_AD',
    status: 'PAUSED',
    ad_group_id,
    path1: 'boots',
    path2: 'winter',
    pinned: [{ text: 'Winter boots', position: 'HEADLINE_1' }],
  });
  expect((await call('list_ads', { ad_group_id })).ads).toEqual([ad]);
});

test('all that is wrong with the texts is said at once, before anything is sent', async () => {
  const error = await refusal('create_responsive_search_ad', {
    ad_group_id: '1',
    ...TEXTS,
    headlines: ['x'.repeat(31), 'Free returns', 'Free returns'],
    path2: 'alone',
  });
  expect(error.code).toBe('invalid_arguments');
  expect(error.problems.map(({ field }: { field: string }) => field)).toEqual(['headlines.0', 'headlines.2', 'path1']);
  expect(
    await refusal('create_responsive_search_ad', { ad_group_id: '1', ...TEXTS, final_urls: ['ftp://a.example'] }),
  ).toMatchObject({
    field: 'final_urls.0',
  });
  expect(await refusal('create_responsive_search_ad', { ad_group_id: '1', ...TEXTS })).toMatchObject({
    code: 'not_found',
  });
});
