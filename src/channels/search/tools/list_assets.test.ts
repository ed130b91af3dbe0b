import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('shows texts, images and videos, each with what it holds', async () => {
  const { assets } = await call('list_assets', { limit: 1000 });
  for (const kind of ['text', 'image', 'video']) {
    const ofKind = assets.filter((asset: { kind: string }) => asset.kind === kind);
    expect((await call('list_assets', { kind, limit: 1000 })).assets).toEqual(ofKind);
  }
  const text = assets.find((asset: { kind: string }) => asset.kind === 'text');
  expect(text.text).toEqual(expect.any(String));
  const image = assets.find((asset: { kind: string }) => asset.kind === 'image');
  expect(image.image).toMatchObject({
    width: expect.any(Number),
    height: expect.any(Number),
    bytes: expect.any(Number),
  });
});
