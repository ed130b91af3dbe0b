import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { journey } from './mcp-journey.ts';

const { call, client, service } = journey('video');

const control = async (path: string, method: string, body: unknown) =>
  fetch(service().sandbox.controlOrigin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The head of a PNG in the shape of an upright video, and the head of a video. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAtAAAAUACAYAAABuzmU9AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MP4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1').toString('base64');

test('an agent launches a campaign by tools alone, measures it, changes it and stops it', async () => {
  const { advertiser } = await call('get_advertiser_info');
  const { locations } = await call('search_locations', { keyword: 'california' });
  const { interest_categories } = await call('search_interest_categories', { keyword: 'running' });
  const { campaign } = await call('create_campaign', { campaign_name: 'Journey', objective: 'TRAFFIC' });
  const { ad_group } = await call('create_ad_group', {
    campaign_id: campaign.id,
    ad_group_name: 'Runners of California',
    optimization_goal: 'CLICK',
    location_ids: [locations[0].id],
    interest_category_ids: [interest_categories[0].id],
    budget: 40,
  });
  const { image } = await call('upload_image', { image_base64: PNG, name: 'journey.png' });
  const { video } = await call('upload_video', { video_base64: MP4, name: 'journey.mp4' });
  await control('/clock', 'PUT', { advanceMs: 5 * 60_000 });
  expect((await call('list_videos', { video_ids: [video.id] })).videos[0].ready).toBe(true);
  const { identities } = await call('get_identities');
  const { ad, keeps_from_serving } = await call('create_ad', {
    ad_group_id: ad_group.id,
    ad_name: 'Journey ad',
    identity_id: identities.find(({ kind, usable }: { kind: string; usable: boolean }) => kind === 'TT_USER' && usable)
      .id,
    video_id: video.id,
    image_ids: [image.id],
    ad_text: 'Run further',
    call_to_action: 'SHOP_NOW',
    landing_page_url: 'https://acme.example/run',
  });
  for (const made of [campaign, ad_group, ad]) expect(made.status).toBe('DISABLE');
  expect(keeps_from_serving).toHaveLength(4);

  await call('update_ad', { ad_id: ad.id, status: 'ENABLE' });
  await call('update_ad_group', { ad_group_id: ad_group.id, status: 'ENABLE' });
  const started = await call('update_campaign', { campaign_id: campaign.id, status: 'ENABLE' });
  expect(started.applied.status).toEqual({ from: 'DISABLE', to: 'ENABLE' });
  expect((await call('list_ads', { ad_ids: [ad.id] })).ads[0].delivery_status).toBe('AD_STATUS_AUDIT');

  await control('/clock', 'PUT', { advanceMs: 3 * DAY_MS });
  const { rows, totals } = await call('get_report', {
    level: 'ad',
    campaign_ids: [campaign.id],
    date_range: 'LAST_7_DAYS',
    segments: ['date'],
  });
  expect(rows.length).toBeGreaterThanOrEqual(2);
  expect(totals.cost.currency).toBe(advertiser.currency);
  expect(Number(totals.cost.amount)).toBeGreaterThan(60);
  for (const { metrics } of rows) {
    expect(Number(metrics.cost.amount)).toBeLessThanOrEqual(40);
    expect(metrics.clicks).toBeLessThanOrEqual(metrics.impressions);
  }

  const { applied } = await call('update_ad', { ad_id: ad.id, ad_text: 'Run further, lighter' });
  expect(applied.ad_text).toEqual({ from: 'Run further', to: 'Run further, lighter' });
  const stopped = await call('update_campaign', { campaign_id: campaign.id, status: 'DISABLE' });
  expect(stopped.campaign.status).toBe('DISABLE');
  expect((await call('list_ads', { ad_ids: [ad.id] })).ads[0]).toMatchObject({
    video_id: video.id,
    image_ids: [image.id],
  });
}, 60_000);

const CREATES: [string, string, Record<string, unknown> | (() => Promise<Record<string, unknown>>)][] = [
  ['create_campaign', 'POST .*/campaign/create/', { campaign_name: 'Cut', objective: 'TRAFFIC' }],
  [
    'create_ad_group',
    'POST .*/adgroup/create/',
    async () => ({
      campaign_id: (await call('list_campaigns', { name_contains: 'Store traffic' })).campaigns[0].id,
      ad_group_name: 'Cut',
      optimization_goal: 'CLICK',
      location_ids: ['6252001'],
      budget: 20,
    }),
  ],
  ['upload_image', 'POST .*/image/ad/upload/', { image_base64: PNG, name: 'cut.png' }],
  ['upload_video', 'POST .*/video/ad/upload/', { video_base64: MP4, name: 'cut.mp4' }],
  [
    'create_audience',
    'POST .*/lookalike/create/',
    async () => ({
      name: 'Cut',
      source_audience_id: (await call('list_audiences', { name_contains: 'Customers' })).audiences.at(-1).id,
      location_ids: ['6252001'],
    }),
  ],
];

test.each(CREATES)('%s, cut off after it arrived, is called unknown and happens once', async (tool, match, given) => {
  const args = typeof given === 'function' ? await given() : given;
  const creates = async () => {
    const reply = await fetch(`${service().sandbox.controlOrigin}/ledger?platform=video&kind=create&limit=10000`);
    return ((await reply.json()) as { effects: unknown[] }).effects.length;
  };
  const before = await creates();
  await control('/faults', 'POST', { platform: 'video', kind: 'cut_after', match });
  const { isError, content } = await client().call(tool, args);
  expect(isError).toBe(true);
  const { error } = JSON.parse(content[0]!.text!);
  expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
  expect(await creates()).toBe(before + 1);
});
