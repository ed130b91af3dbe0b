import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { VideoClient } from '../client.ts';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests, fault, morning, client, control } = sandboxed();
beforeAll(morning);

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
const adNamed = async (name: string): Promise<any> => (await call('list_ads', { name_contains: name })).ads[0];
const changes = async () =>
  (await requests()).filter(({ method, path }) => method === 'POST' && !path.includes('/tool/')).length;
const content = ({ updated_time: _, delivery_status: __, ...ad }: Record<string, unknown>) => ad;

test('changing one field keeps all the others, whichever it is', async () => {
  const { videos } = await call('list_videos');
  const { images } = await call('list_images');
  const custom = await adNamed('Store traffic 3.1');
  const values: Record<string, unknown> = {
    ad_text: 'A new text',
    call_to_action: 'LEARN_MORE',
    display_name: 'Acme Outlet',
    landing_page_url: 'https://acme.example/other?a=1',
    video_id: videos.find(({ id }: { id: string }) => id !== custom.video_id).id,
    image_ids: [images.find(({ id }: { id: string }) => id !== custom.image_ids[0]).id],
    ad_name: 'Renamed',
  };
  for (const [field, value] of Object.entries(values)) {
    const [before] = (await call('list_ads', { ad_ids: [custom.id] })).ads;
    const sent = await changes();
    const { applied, not_applied, ad } = await call('update_ad', { ad_id: custom.id, [field]: value });
    expect(Object.keys(applied)).toEqual([field]);
    expect(not_applied).toEqual([]);
    const shown = field === 'ad_name' ? 'name' : field;
    expect(content(ad)).toEqual({ ...content(before), [shown]: value });
    expect(await changes()).toBe(sent + 1);
  }
}, 60_000);

test('new content is reviewed again, and a switch is a request of its own', async () => {
  const { id } = await adNamed('Autumn sale 1.1');
  const { ad } = await call('update_ad', { ad_id: id, ad_text: 'Now even lighter' });
  expect(ad.delivery_status).toBe('AD_STATUS_REAUDIT');
  expect((await call('update_ad', { ad_id: id, status: 'DISABLE' })).applied).toEqual({
    status: { from: 'ENABLE', to: 'DISABLE' },
  });
  expect(await refusal('update_ad', { ad_id: id, status: 'ENABLE', ad_text: 'x' })).toMatchObject({ field: 'status' });
});

test('what means nothing for this ad is refused with what decides it, and nothing is sent', async () => {
  const { id } = await adNamed('Store traffic 1.1');
  const before = await changes();
  const name = await refusal('update_ad', { ad_id: id, display_name: 'Somebody' });
  expect(name).toMatchObject({ code: 'invalid_arguments', field: 'display_name' });
  expect(name.message).toContain('TT_USER');
  const images = await refusal('update_ad', { ad_id: id, image_ids: ['a', 'b'] });
  expect(images).toMatchObject({ field: 'image_ids' });
  expect((await refusal('update_ad', { ad_id: id, ad_text: 'Run 🏃' })).field).toBe('ad_text');
  expect(await changes()).toBe(before);
});

test('a lost answer is looked up, and an ad that is not there is not found', async () => {
  const { id } = await adNamed('Store traffic 1.2');
  await fault('cut_after', 'POST .*ad/update/');
  expect((await call('update_ad', { ad_id: id, ad_text: 'Arrived' })).ad.ad_text).toBe('Arrived');
  expect(await refusal('update_ad', { ad_id: '42', ad_text: 'x' })).toMatchObject({ code: 'not_found' });
});

test('changes of one ad that come at the same time all stand', async () => {
  const { id } = await adNamed('Store traffic 2.1');
  const wanted = {
    landing_page_url: 'https://acme.example/turns',
    call_to_action: 'SHOP_NOW',
    ad_text: 'In turns',
    ad_name: 'In turns',
  };
  const each = Object.entries(wanted).map(([field, value]) => call('update_ad', { ad_id: id, [field]: value }));
  for (const { not_applied } of await Promise.all(each)) expect(not_applied).toEqual([]);
  const { ad_name: name, ...others } = wanted;
  expect((await call('list_ads', { ad_ids: [id] })).ads[0]).toMatchObject({ ...others, name });
});

test('a Smart+ ad keeps both of two changes that come at the same time', async () => {
  const { ads } = await call('list_ads', { limit: 500 });
  const { id } = ads.find(({ automation }: { automation: string }) => automation === 'SMART_PLUS');
  const wanted = { ad_texts: ['First of two', 'Second of two'], landing_page_url: 'https://acme.example/smart-turns' };
  await Promise.all(Object.entries(wanted).map(([field, value]) => call('update_ad', { ad_id: id, [field]: value })));
  expect((await call('list_ads', { ad_ids: [id] })).ads[0]).toMatchObject(wanted);
});

test('only the changed field is sent where the platform takes it by itself', async () => {
  const { id } = await adNamed('Store traffic 2.2');
  await call('update_ad', { ad_id: id, ad_text: 'Alone' });
  const sent = (await requests()).filter(({ path }) => path.endsWith('/ad/update/')).at(-1);
  expect(JSON.parse(sent?.request_body ?? '')).toMatchObject({
    patch_update: true,
    creatives: [{ ad_id: id, ad_text: 'Alone' }],
  });
});

test('what another program changes meanwhile stands and is told', async () => {
  const { id } = await adNamed('Store traffic 2.3');
  await call('update_ad', { ad_id: id, ad_text: 'Mine' });
  const theirs = JSON.parse(
    (await requests()).findLast(({ path }) => path.endsWith('/ad/update/'))?.request_body ?? '',
  );
  theirs.creatives = [{ ad_id: id, ad_name: 'Theirs' }];
  const { client: other, account } = await client<VideoClient>();
  const reads = async () => (await requests()).filter(({ path }) => path.endsWith('/ad/get/')).length;
  const before = await reads();
  await fault('latency', 'POST .*ad/update/', { ms: 1_000 });
  const changing = call('update_ad', { ad_id: id, ad_text: 'Mine again' });
  await expect.poll(reads).toBeGreaterThan(before);
  // The fault is used up by the change that is under way.
  await expect.poll(async () => (await control('/faults')).faults).toEqual([]);
  await other.change('ad/update', theirs, z.unknown(), account);
  const { ad, changed_meanwhile } = await changing;
  expect(ad).toMatchObject({ ad_text: 'Mine again', name: 'Theirs' });
  expect(changed_meanwhile).toEqual({ ad_name: { from: 'Store traffic 2.3', to: 'Theirs' } });
});

test('an address that is called can be taken away again, and the rest of the ad stays', async () => {
  const { ads } = await call('list_ads', { limit: 100 });
  const { id } = ads.find(
    ({ automation, ad_format }: Record<string, string>) => automation === 'MANUAL' && ad_format === 'SINGLE_VIDEO',
  );
  const url = 'https://track.example/i';
  const { ad } = await call('update_ad', { ad_id: id, impression_tracking_url: url, click_tracking_url: url });
  const { ad: without, applied } = await call('update_ad', { ad_id: id, impression_tracking_url: 'none' });
  expect(applied).toEqual({ impression_tracking_url: { from: url, to: null } });
  const { impression_tracking_url: _, updated_time: __, delivery_status: ___, ...rest } = ad;
  expect(without).toMatchObject(rest);
  expect(without).not.toHaveProperty('impression_tracking_url');
  await call('update_ad', { ad_id: id, click_tracking_url: 'none' });
});
