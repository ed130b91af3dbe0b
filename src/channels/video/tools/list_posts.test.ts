import { expect, test } from 'vitest';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, walk } = sandboxed();

type Named = { id: string; name: string };
const identityNamed = async (name: string): Promise<string> =>
  (await call('get_identities')).identities.find((one: Named) => one.name === name).id;

test('posts of an identity, page by page, and whether all may see them', async () => {
  const identity_id = await identityNamed('Acme');
  const posts = (await walk('list_posts', 'posts', { identity_id, limit: 2 })) as Record<string, unknown>[];
  expect(posts.length).toBeGreaterThan(2);
  expect(posts).toEqual((await call('list_posts', { identity_id })).posts);
  expect(posts[0]).toMatchObject({ usable: true, text: expect.any(String), duration_s: expect.any(Number) });
  expect(posts.map(({ usable }) => usable)).toContain(false);
  expect((await call('list_posts', { identity_id, kind: 'CAROUSEL' })).posts).toHaveLength(1);
  const shared = await call('list_posts', { identity_id: await identityNamed('Acme Studio') });
  expect(shared.posts).toHaveLength(1);
  const gone = await identityNamed('Acme Archive');
  expect(await refusal('list_posts', { identity_id: gone })).toMatchObject({ field: 'identity_id' });
});

test('a post becomes an ad of its identity; one that is not its own, or not public, does not', async () => {
  const identity_id = await identityNamed('Acme');
  const { posts } = await call('list_posts', { identity_id });
  const { campaign } = await call('create_campaign', { ...good.campaign, campaign_name: 'Spark' });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, ...good.adGroup });
  const { ad_text: _, ...rest } = good.ad;
  const ad = { ...rest, ad_group_id: ad_group.id, identity_id };
  const made = await call('create_ad', { ...ad, tiktok_item_id: posts[0].id });
  expect(made.ad).toMatchObject({ tiktok_item_id: posts[0].id, status: 'DISABLE' });
  const hidden = posts.find(({ usable }: { usable: boolean }) => !usable);
  for (const tiktok_item_id of [hidden.id, '7300000000000000001'])
    expect(await refusal('create_ad', { ...ad, tiktok_item_id })).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('TikTok posts'),
    });
});
