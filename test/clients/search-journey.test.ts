import { expect, test } from 'vitest';
import { journey } from './mcp-journey.ts';
import { faultsOf, rpcAt } from './search-descriptors.ts';

const { call, service } = journey('search');

const id = async (tool: string, resource: string, args: Record<string, unknown>): Promise<string> =>
  (await call(tool, args))[resource].id;

test('a search campaign is built paused, reported on, given another budget and read back', async () => {
  const { locations } = await call('search_locations', { keyword: 'Berlin', country_code: 'DE' });
  const campaign_id = await id('create_campaign', 'campaign', {
    name: 'Journey',
    budget: '18.00',
    contains_eu_political_advertising: false,
    location_ids: [locations[0].id],
    language_ids: ['1000'],
  });
  const ad_group_id = await id('create_ad_group', 'ad_group', { campaign_id, name: 'Boots', cpc_bid: '0.90' });
  const { ideas } = await call('search_keyword_ideas', { keywords: ['boots'], limit: 3 });
  const { added } = await call('add_keywords', {
    ad_group_id,
    keywords: ideas.map(({ text }: { text: string }) => ({ text, match_type: 'PHRASE' })),
  });
  expect(added).toBe(ideas.length);
  await call('add_keywords', { campaign_id, negative: true, keywords: [{ text: 'free', match_type: 'BROAD' }] });
  const { ad } = await call('create_responsive_search_ad', {
    ad_group_id,
    headlines: ['Winter boots', 'Free returns', 'Made to last'],
    descriptions: ['Warm, dry and light.', 'Try them for 100 days.'],
    final_urls: ['https://acme.example/boots'],
    pinned: [{ text: 'Winter boots', position: 'HEADLINE_1' }],
  });
  for (const paused of [ad, (await call('list_ad_groups', { campaign_id })).ad_groups[0]]) {
    expect(paused.status).toBe('PAUSED');
  }
  await call('update_ad', { ad_id: ad.id, status: 'ENABLED', path1: 'boots' });
  await call('update_ad_group', { ad_group_id, status: 'ENABLED', cpc_bid: 1 });
  const { applied } = await call('update_campaign', { campaign_id, budget: '21.50', end_date: '2027-06-30' });
  expect(applied.budget.to).toEqual({ amount: '21.50', currency: 'USD' });
  const [campaign] = (await call('list_campaigns', { campaign_id })).campaigns;
  expect(campaign).toMatchObject({ status: 'PAUSED', budget: { amount: '21.50', currency: 'USD' } });
  const { rows, totals } = await call('get_campaign_performance', {
    segments: ['date', 'device'],
    order_by: 'cost DESC',
  });
  expect(rows).toHaveLength(100);
  expect(totals.clicks).toBeGreaterThan(0);
});

test('an asset group is built from created assets', async () => {
  const campaign_id = await id('create_campaign', 'campaign', {
    name: 'Automated journey',
    type: 'PERFORMANCE_MAX',
    budget: 30,
    contains_eu_political_advertising: false,
  });
  const text = (words: string) => id('create_asset', 'asset', { text: words });
  const { assets: images } = await call('list_assets', { kind: 'image', limit: 1000 });
  const image = (ratio: number): string =>
    images.find(
      ({ image: { width, height } }: { image: { width: number; height: number } }) =>
        width >= 600 && Math.abs(width / height / ratio - 1) < 0.01,
    ).id;
  const fields: [string, string][] = [
    ['HEADLINE', await text('Boots for you')],
    ['HEADLINE', await text('Warm feet')],
    ['HEADLINE', await text('Try them on')],
    ['LONG_HEADLINE', await text('Boots that keep your feet warm all winter')],
    ['DESCRIPTION', await text('Light, dry and warm.')],
    ['DESCRIPTION', await text('A hundred days to try them.')],
    ['BUSINESS_NAME', await text('Acme Boots')],
    ['MARKETING_IMAGE', image(1.91)],
    ['SQUARE_MARKETING_IMAGE', image(1)],
    ['LOGO', image(1)],
    ['YOUTUBE_VIDEO', await id('create_asset', 'asset', { video_platform_video_id: 'dQw4w9WgXcQ' })],
  ];
  const { asset_group } = await call('create_asset_group', {
    campaign_id,
    name: 'Boots',
    final_urls: ['https://acme.example/boots'],
    assets: fields.map(([field_type, asset_id]) => ({ field_type, asset_id })),
    search_themes: ['winter boots'],
  });
  expect(asset_group.status).toBe('PAUSED');
  expect(asset_group.assets).toHaveLength(fields.length);
});

test('everything that was sent on the way is what the platform’s own definitions allow', async () => {
  const reply = await fetch(`${service().sandbox.controlOrigin}/requests?platform=search&bodies=1`);
  const { requests } = (await reply.json()) as {
    requests: { method: string; path: string; request_body: string | null }[];
  };
  const walked = requests.flatMap(({ method, path, request_body }) => {
    const rpc = rpcAt(method, path);
    return rpc && request_body ? [{ rpc, body: JSON.parse(request_body) as unknown }] : [];
  });
  expect(new Set(walked.map(({ rpc }) => rpc.name))).toEqual(
    new Set(['Search', 'Mutate', 'GenerateKeywordIdeas', 'SuggestGeoTargetConstants']),
  );
  expect(walked.flatMap(({ rpc, body }) => faultsOf(rpc.request, body, { lenient: true }))).toEqual([]);
});
