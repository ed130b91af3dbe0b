import { beforeAll, expect, test } from 'vitest';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, morning } = sandboxed();
beforeAll(morning);

test('a carousel is made with music from the list', async () => {
  const { music } = await call('list_music');
  expect(music[0]).toMatchObject({ id: expect.any(String), name: expect.any(String), duration_s: expect.any(Number) });
  const { identities } = await call('get_identities');
  const { ad } = await call('create_ad', {
    ...good.ad,
    ad_group_id: (await call('list_ad_groups', { name_contains: 'All ages' })).ad_groups[0].id,
    identity_id: identities.find((one: { kind: string; usable: boolean }) => one.kind === 'TT_USER' && one.usable).id,
    ad_format: 'CAROUSEL_ADS',
    image_ids: (await call('list_images')).images.map(({ id }: { id: string }) => id),
    music_id: music[0].id,
  });
  expect(ad).toMatchObject({ ad_format: 'CAROUSEL_ADS', music_id: music[0].id });
});
