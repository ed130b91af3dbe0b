import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { journey } from './mcp-journey.ts';

/** A marketer's day on the video channel, by tools alone: every belief comes from a reply before it. */
const { call, client, service } = journey('video');

const later = (advanceMs: number) =>
  fetch(`${service().sandbox.controlOrigin}/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  });

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
type Any = any;
const price = (row: Any) => Number(row.metrics.cost_per_conversion?.amount ?? Number.POSITIVE_INFINITY);
const named = (items: Any[], name: string) => items.find((item) => item.name === name);

test('wasted spend is found by segments and mended by targeting, in one read and one change', async () => {
  const { tables, totals } = await call('get_report', {
    level: 'ad_group',
    segments: ['age', 'operating_system'],
    segments_separately: true,
    metrics: ['cost', 'conversions', 'cost_per_conversion'],
  });
  const selling = tables.age.filter((row: Any) => row.campaign.objective === 'WEB_CONVERSIONS');
  const { ad_group } = selling.find((row: Any) => row.ad_group.name === 'Hikers');
  const ages = selling.filter((row: Any) => row.ad_group.id === ad_group.id);
  const good = ages.filter((row: Any) => price(row) < price({ metrics: totals }));
  expect(good.length).toBeGreaterThan(0);
  expect(good.length).toBeLessThan(ages.length);
  const kept = good.map((row: Any) => row.segments.age);
  const { applied } = await call('update_ad_group', { ad_group_id: ad_group.id, age_groups: kept });
  expect(applied.age_groups.to.toSorted()).toEqual(kept.toSorted());
}, 60_000);

test('targeting, hours and bidding of an ad group are changed, taken back, and told by the history', async () => {
  const [group] = (await call('list_ad_groups', { name_contains: '25 to 34' })).ad_groups;
  const ad_group_id = group.id;
  await call('update_ad_group', { ad_group_id, languages: ['en'], operating_systems: ['IOS'], bid: 0.8 });
  await call('update_ad_group', { ad_group_id, dayparting: 'Mon-Fri 08:00-20:00' });
  const back = { languages: [], operating_systems: [], bid: 'none', dayparting: 'always' };
  const { ad_group, not_applied } = await call('update_ad_group', { ad_group_id, ...back });
  expect(not_applied).toEqual([]);
  expect(ad_group.targeting).toEqual(group.targeting);
  expect(ad_group.bid_strategy).toBe(group.bid_strategy);
  const { changes } = await call('list_changes', { ad_group_id, days: 1 });
  const hours = changes.flatMap(({ changed }: Any) => changed?.Dayparting ?? []);
  expect(hours).toContainEqual({ from: 'Mon-Fri 08:00-20:00', to: 'always' });
}, 60_000);

test('why it is not shown, and the text that a review did not let pass, with nothing else lost', async () => {
  const { ads } = await call('list_ads', { name_contains: 'Store traffic 2.3' });
  const { findings } = await call('diagnose_delivery', { ad_id: ads[0].id });
  const { mend, message } = findings.find(({ about }: Any) => about === 'review');
  expect(message).toContain('Exaggerated');
  const { ad, applied } = await call(mend.tool, { ...mend.arguments, ad_text: 'Light on every road' });
  expect(Object.keys(applied)).toEqual(['ad_text']);
  const { ad_text: _, delivery_status: __, updated_time: ___, rejected_for: ____, ...rest } = ads[0];
  expect(ad).toMatchObject(rest);
}, 60_000);

test('a campaign with two ads and a post; visitors without buyers; people like customers', async () => {
  const [{ id: pixel_id }] = (await call('list_pixels')).pixels;
  const { identities } = await call('get_identities');
  const { id: identity_id } = identities.find(({ usable_for }: Any) =>
    usable_for.some((use: string) => /post/.test(use)),
  );
  const { videos } = await call('list_videos', { limit: 2 });
  const { images } = await call('list_images', { limit: 2 });
  const { posts } = await call('list_posts', { identity_id });
  const { campaign } = await call('create_campaign', { campaign_name: 'Winter', objective: 'WEB_CONVERSIONS' });
  const { ad_group } = await call('create_ad_group', {
    campaign_id: campaign.id,
    ad_group_name: 'Everybody',
    optimization_goal: 'CONVERT',
    pixel_id,
    optimization_event: 'SHOPPING',
    location_ids: [(await call('search_locations', { keyword: 'California' })).locations[0].id],
    budget: 60,
  });
  const common = {
    ad_group_id: ad_group.id,
    identity_id,
    call_to_action: 'SHOP_NOW',
    landing_page_url: 'https://acme.example/winter',
  };
  const made = [];
  for (const [place, video] of videos.entries())
    made.push(
      await call('create_ad', {
        ...common,
        ad_name: `Film ${place}`,
        ad_text: 'Warm and dry',
        video_id: video.id,
        image_ids: [images[place].id],
      }),
    );
  const { id: tiktok_item_id } = posts.find(({ usable }: Any) => usable);
  made.push(await call('create_ad', { ...common, ad_name: 'Post', tiktok_item_id }));
  for (const { ad } of made) expect(ad).toMatchObject({ status: 'DISABLE', call_to_action: 'SHOP_NOW' });
  const on = await call('bulk_update', { ad_ids: made.map(({ ad }) => ad.id), status: 'ENABLE' });
  expect(on).toMatchObject({ changed: 3, refused: 0 });

  const visitors = { name: 'Visitors without buyers', pixel_id, visited_days: 30, exclude_event: 'SHOPPING' };
  const { audience } = await call('create_audience', visitors);
  expect(audience).not.toHaveProperty('size');
  const source_audience_id = named((await call('list_audiences')).audiences, 'Customers').id;
  const alike = await call('create_audience', { name: 'Alike', source_audience_id, location_ids: ['6252001'] });
  await later(2 * DAY_MS);
  for (const { id, name } of [audience, alike.audience]) {
    const copy = { ad_group_id: ad_group.id, ad_group_name: name, audience_ids: [id] };
    const { ad_group: narrowed } = await call('duplicate_ad_group', copy);
    expect(narrowed).toMatchObject({ status: 'DISABLE', pixel_id, targeting: { audience_ids: [id] } });
  }
  const used = await client().call('delete_audience', { audience_id: audience.id });
  expect(used.isError).toBe(true);
  expect(used.content[0]!.text).toContain('Visitors without buyers');
}, 90_000);

test('this period against the last; copies; many things switched off or deleted at once', async () => {
  const { rows, comparison } = await call('get_report', { date_range: 'LAST_7_DAYS', compare_to: 'previous_period' });
  expect(comparison.period).toMatchObject({ start_date: expect.any(String), end_date: expect.any(String) });
  expect(rows[0]).toMatchObject({ before: { cost: { currency: 'USD' } }, change: { cost: expect.any(Number) } });
  const { campaign } = rows.find((row: Any) => row.campaign.name === 'Store traffic');
  const copy = await call('duplicate_campaign', { campaign_id: campaign.id, campaign_name: 'Store traffic, again' });
  expect(copy.campaign).toMatchObject({ status: 'DISABLE' });
  const { ad_groups } = await call('list_ad_groups', { campaign_id: copy.campaign.id });
  const ids = ad_groups.map(({ id }: Any) => id);
  expect((await call('bulk_update', { ad_group_ids: ids, status: 'DELETE' })).changed).toBe(ids.length);
  expect((await call('list_ad_groups', { campaign_id: copy.campaign.id })).ad_groups).toEqual([]);
}, 60_000);
