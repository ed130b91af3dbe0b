import { expect, test } from 'vitest';
import { queryProblems } from '../../src/channels/search/report/query-rules.ts';
import { sandboxed } from '../sandboxed.ts';

const { call, requests } = sandboxed('search');

const id = async (tool: string, resource: string, args: Record<string, unknown>): Promise<string> =>
  (await call(tool, args))[resource].id;

const CAMPAIGN = { budget: '25', contains_eu_political_advertising: false };

test('a search campaign is launched by tools alone, each reply saying what is still missing', async () => {
  const created = await call('create_campaign', { ...CAMPAIGN, name: 'Launch', bidding_strategy: 'MAXIMIZE_CLICKS' });
  const campaign_id = created.campaign.id;
  expect(created.keeps_from_serving.join(' ')).toMatch(/paused.*no ad group.*no ad:.*no keyword/);
  const ad_group_id = await id('create_ad_group', 'ad_group', { campaign_id, name: 'Boots' });
  const ad_id = await id('create_responsive_search_ad', 'ad', {
    ad_group_id,
    headlines: ['Winter boots', 'Free returns', 'Made to last'],
    descriptions: ['Warm, dry and light.', 'Try them for 100 days.'],
    final_urls: ['https://acme.example/boots'],
  });
  const keywords = ['winter boots', 'warm boots'].map((text) => ({ text, match_type: 'PHRASE' }));
  const { keeps_from_serving } = await call('add_keywords', { ad_group_id, keywords });
  // Each line but the first one ends with the very call that mends it.
  for (const line of keeps_from_serving) {
    const [, tool = '', args = ''] = /: (\w+) (\{.*\})\.$/.exec(line) ?? [];
    await call(tool, JSON.parse(args));
  }
  const last = await call('update_campaign', { campaign_id, status: 'ENABLED' });
  expect(last.keeps_from_serving).toEqual([]);
  const [ad] = (await call('list_ads', { ad_id })).ads;
  expect(ad.status).toBe('ENABLED');
});

test('what stands in a paused ad group does not count while another one is live', async () => {
  const campaign_id = await id('create_campaign', 'campaign', { ...CAMPAIGN, name: 'Two groups' });
  const full = await id('create_ad_group', 'ad_group', { campaign_id, name: 'Full', cpc_bid: '1' });
  const empty = await id('create_ad_group', 'ad_group', { campaign_id, name: 'Empty', cpc_bid: '1' });
  await call('add_keywords', {
    ad_group_id: full,
    status: 'ENABLED',
    keywords: [{ text: 'boot', match_type: 'EXACT' }],
  });
  const { keeps_from_serving } = await call('update_ad_group', { ad_group_id: empty, status: 'ENABLED' });
  expect(keeps_from_serving.join(' ')).toMatch(/paused: update_campaign.*no ad:.*no keyword/);
});

test('a Performance Max campaign is launched by tools alone', async () => {
  const text = (words: string) => id('create_asset', 'asset', { text: words });
  const { assets: images } = await call('list_assets', { kind: 'image', limit: 1000 });
  const image = (ratio: number): string =>
    images.find(
      ({ image: { width, height } }: { image: { width: number; height: number } }) =>
        width >= 600 && Math.abs(width / height / ratio - 1) < 0.01,
    ).id;
  const created = await call('create_campaign', { ...CAMPAIGN, name: 'Automated launch', type: 'PERFORMANCE_MAX' });
  const campaign_id = created.campaign.id;
  expect(created.keeps_from_serving.join(' ')).toMatch(/paused.*no asset group: create_asset_group/);
  const fields: [string, string][] = [
    ['HEADLINE', await text('Boots for all')],
    ['HEADLINE', await text('Warm toes')],
    ['HEADLINE', await text('Try a pair')],
    ['LONG_HEADLINE', await text('Boots that keep your toes warm all winter')],
    ['DESCRIPTION', await text('Light, dry, warm.')],
    ['DESCRIPTION', await text('A hundred days to try a pair.')],
    ['BUSINESS_NAME', await text('Acme Shoes')],
    ['MARKETING_IMAGE', image(1.91)],
    ['SQUARE_MARKETING_IMAGE', image(1)],
    ['LOGO', image(1)],
  ];
  const asset_group_id = await id('create_asset_group', 'asset_group', {
    campaign_id,
    name: 'Boots',
    final_urls: ['https://acme.example/boots'],
    assets: fields.map(([field_type, asset_id]) => ({ field_type, asset_id })),
  });
  const enabled = await call('update_asset_group', { asset_group_id, status: 'ENABLED' });
  expect(enabled.keeps_from_serving).toEqual([expect.stringContaining('update_campaign')]);
  const { keeps_from_serving, applied } = await call('update_campaign', { campaign_id, status: 'ENABLED' });
  expect(applied).toEqual({ status: { from: 'PAUSED', to: 'ENABLED' } });
  expect(keeps_from_serving).toEqual([]);
});

test('every query the tools have sent on the way is one the published metadata allows', async () => {
  const queries = (await requests()).flatMap(({ path, request_body }) =>
    path.endsWith(':search') ? [JSON.parse(request_body ?? '{}').query as string] : [],
  );
  expect(queries.length).toBeGreaterThan(20);
  expect([...new Set(queries)].flatMap((query) => queryProblems(query))).toEqual([]);
});
