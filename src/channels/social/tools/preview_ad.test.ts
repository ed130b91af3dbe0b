import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('an ad and its creative look the same, at an address that can be opened', async () => {
  const [ad] = (await call('list_social_ads', { limit: 1 })).ads;
  const { preview, format } = await call('preview_ad', { ad_id: ad.id });
  expect(format).toBe('MOBILE_FEED_STANDARD');
  expect(preview).toMatchObject({ width: 320, height: 560 });
  expect(new URL(preview.url).searchParams.get('t')).toBeTruthy();
  expect((await call('preview_ad', { creative_id: ad.creative_id })).preview).toEqual(preview);
  expect((await call('preview_ad', { ad_id: ad.id, format: 'INSTAGRAM_STORY' })).preview.url).not.toBe(preview.url);
});

test('one object, a format it has', async () => {
  expect(await refusal('preview_ad', {})).toMatchObject({ field: 'ad_id' });
  const { creative } = await call('create_ad_creative', {
    name: 'still',
    page_id: '101000000000001',
    link_url: 'https://acme.example/x',
    picture: 'https://acme.example/x.png',
    message: 'm',
  });
  expect(await refusal('preview_ad', { creative_id: creative.id, format: 'INSTREAM_VIDEO_MOBILE' })).toMatchObject({
    field: 'format',
    upstream: { code: 2606 },
  });
});
