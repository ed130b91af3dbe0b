import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

async function places(): Promise<Record<string, Record<string, string>>> {
  const { campaign } = await call('create_campaign', {
    name: `tracked ${Math.random()}`,
    budget: 5,
    contains_eu_political_advertising: false,
  });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: 1 });
  const { ad } = await call('create_responsive_search_ad', {
    ad_group_id: ad_group.id,
    headlines: ['Winter boots', 'Free returns', 'Made to last'],
    descriptions: ['Warm, dry and light.', 'Try them for 100 days.'],
    final_urls: ['https://acme.example/boots'],
  });
  const { results } = await call('add_keywords', {
    ad_group_id: ad_group.id,
    keywords: [{ text: 'boots', match_type: 'EXACT' }],
  });
  const keyword = { keyword_id: results[0].id, ad_group_id: ad_group.id };
  await call('update_keyword', { ...keyword, final_url: 'https://acme.example/keyword' });
  const { added } = await call('update_ad_extensions', {
    campaign_id: campaign.id,
    sitelinks: [{ text: `Link ${campaign.id}`.slice(0, 25), final_url: 'https://acme.example/link' }],
  });
  return {
    account: {},
    campaign: { campaign_id: campaign.id },
    ad_group: { ad_group_id: ad_group.id },
    ad: { ad_id: ad.id },
    keyword,
    asset: { asset_id: added[0].id },
  };
}

test('template, suffix and parameters are set, kept and taken away at every level, each in one change', async () => {
  for (const [level, place] of Object.entries(await places())) {
    const wanted = {
      tracking_url_template: 'https://track.example/?url={lpurl}',
      final_url_suffix: 'utm_source=google&utm_campaign={campaignid}',
      ...(level !== 'account' && { custom_parameters: { season: 'winter', Shop1: 'north' } }),
    };
    const set = await call('update_tracking', { ...place, ...wanted });
    expect(set, level).toMatchObject({ tracking: { level, ...wanted }, not_applied: [] });
    expect(Object.keys(set.applied).sort(), level).toEqual(Object.keys(wanted).sort());
    const kept = await call('update_tracking', { ...place, final_url_suffix: 'none' });
    const { final_url_suffix: _, ...rest } = wanted;
    expect((await call('get_tracking', place)).tracking.at(-1), level).toEqual(kept.tracking);
    expect(kept.tracking, level).toEqual({ level, id: set.tracking.id, ...rest });
    const none = { tracking_url_template: 'none', ...(level !== 'account' && { custom_parameters: {} }) };
    const gone = await call('update_tracking', { ...place, ...none });
    expect(gone, level).toMatchObject({ not_applied: [] });
    expect(gone.tracking, level).toEqual({ level, id: set.tracking.id });
  }
  expect((await requests()).at(-1)?.path).toContain('googleAds:search');
});

test('what the platform refuses is blamed on its argument', async () => {
  const { campaign, account } = await places();
  for (const place of [campaign, account]) {
    const template = await refusal('update_tracking', { ...place, tracking_url_template: 'https://track.example' });
    expect(template).toMatchObject({ field: 'tracking_url_template', outcome: 'not_applied' });
    const suffix = await refusal('update_tracking', { ...place, final_url_suffix: 'a b' });
    expect(suffix).toMatchObject({ field: 'final_url_suffix', outcome: 'not_applied' });
    const led = await call('update_tracking', { ...place, final_url_suffix: '?a=b' });
    expect(led.applied.final_url_suffix).toMatchObject({ to: 'a=b' });
  }
  const nine = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, 'v']));
  expect(await refusal('update_tracking', { ...campaign, custom_parameters: nine })).toMatchObject({
    field: 'custom_parameters',
  });
  expect(await refusal('update_tracking', { custom_parameters: { a: 'b' } })).toMatchObject({ field: 'campaign_id' });
  expect(await refusal('update_tracking', campaign)).toMatchObject({ code: 'invalid_arguments' });
});

test('a copy of a campaign keeps the tracking of every part', async () => {
  const { campaign, ad_group, ad, keyword } = await places();
  const tracked = { final_url_suffix: 'utm_source=copy', custom_parameters: { season: 'winter' } };
  for (const place of [campaign, ad_group, ad, keyword]) await call('update_tracking', { ...place, ...tracked });
  const { campaign: copy } = await call('duplicate_campaign', { ...campaign, name: `copy ${Math.random()}` });
  const [copied] = (await call('list_ads', { campaign_id: copy.id })).ads;
  const [word] = (await call('list_keywords', { campaign_id: copy.id })).keywords;
  const ofAd = (await call('get_tracking', { ad_id: copied.id })).tracking;
  const ofKeyword = await call('get_tracking', { keyword_id: word.id, ad_group_id: word.ad_group_id });
  expect([...ofAd.slice(1), ofKeyword.tracking.at(-1)]).toMatchObject([tracked, tracked, tracked, tracked]);
});
