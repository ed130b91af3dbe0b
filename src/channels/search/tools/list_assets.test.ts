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

test('shows the content of extensions', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', limit: 1 });
  const link = {
    text: 'Winter sale',
    final_url: 'https://acme.example/sale',
    description1: 'Up to',
    description2: 'Half',
  };
  await call('update_ad_extensions', {
    campaign_id: campaigns[0].id,
    sitelinks: [link],
    callouts: ['Open on Sundays'],
    snippets: [{ header: 'Brands', values: ['Acme', 'Globex', 'Initech'] }],
    calls: [{ country: 'US', phone_number: '+1 212 555 0147' }],
  });
  const shown = async (kind: string) => (await call('list_assets', { kind, limit: 1000 })).assets;
  expect(await shown('sitelink')).toContainEqual(
    expect.objectContaining({
      final_urls: ['https://acme.example/sale'],
      content: { link_text: 'Winter sale', description1: 'Up to', description2: 'Half' },
    }),
  );
  expect(await shown('callout')).toContainEqual(
    expect.objectContaining({ content: { callout_text: 'Open on Sundays' } }),
  );
  expect(await shown('structured_snippet')).toContainEqual(
    expect.objectContaining({ content: { header: 'Brands', values: ['Acme', 'Globex', 'Initech'] } }),
  );
  expect((await shown('call'))[0].content).toMatchObject({ country_code: 'US' });
});
