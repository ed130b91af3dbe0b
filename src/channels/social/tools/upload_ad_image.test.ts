import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('social');

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('gives a hash that a creative can use, and the same hash for the same image', async () => {
  const { image } = await call('upload_ad_image', { image_base64: PIXEL, name: 'dot.png' });
  expect((await call('upload_ad_image', { image_base64: PIXEL, name: 'dot.png' })).image.image_hash).toBe(
    image.image_hash,
  );
  const { creative } = await call('create_ad_creative', {
    name: 'with hash',
    page_id: '101000000000001',
    link_url: 'https://acme.example/x',
    image_hash: image.image_hash,
  });
  expect((await call('list_ad_creatives', { creative_ids: [creative.id] })).creatives[0].image_hash).toBe(
    image.image_hash,
  );
});

test('looks at the bytes, fetches only public addresses, and sends nothing that is no image', async () => {
  const text = Buffer.from('<svg/>').toString('base64');
  expect(await refusal('upload_ad_image', { image_base64: text })).toMatchObject({ field: 'image_base64' });
  expect(await refusal('upload_ad_image', { image_url: 'https://127.0.0.1/x.png' })).toMatchObject({
    outcome: 'not_applied',
  });
  expect(await refusal('upload_ad_image', { image_url: 'https://a.example/x', image_base64: PIXEL })).toMatchObject({
    code: 'invalid_arguments',
  });
  const uploads = (await requests()).filter(({ path }) => path.endsWith('/adimages'));
  expect(uploads).toHaveLength(2);
});
