import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, fault, ledger } = sandboxed();

/** A PNG of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('uploads a file with its checksum, and an address', async () => {
  const { image } = await call('upload_image', { image_base64: PNG, name: 'dot.png' });
  expect(image).toMatchObject({ name: 'dot.png', width: 1, height: 1, format: 'png' });
  const { image: fetched } = await call('upload_image', { image_url: 'https://acme.example/b.jpg', name: 'b.jpg' });
  expect((await call('list_images', { image_ids: [fetched.id] })).images).toHaveLength(1);
});

test('a taken name, another type and an address without a file are refused', async () => {
  expect(await refusal('upload_image', { image_base64: PNG, name: 'dot.png' })).toMatchObject({
    code: 'conflict',
    field: 'name',
    upstream: { code: 40911 },
  });
  expect(await refusal('upload_image', { image_base64: 'R0lGODlh', name: 'x.gif' })).toMatchObject({
    field: 'image_base64',
  });
  expect(await refusal('upload_image', { image_url: 'https://acme.example/missing.jpg', name: 'c.jpg' })).toMatchObject(
    {
      upstream: { code: 40902 },
    },
  );
});

test('cut off after it arrived it is called unknown, with the call that shows it, and happened once', async () => {
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*image/ad/upload/');
  const error = await refusal('upload_image', { image_base64: PNG, name: 'once.png' });
  expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  expect(error.next_step).toContain('list_images');
  expect((await ledger({ kind: 'create' })).length).toBe(before + 1);
});
