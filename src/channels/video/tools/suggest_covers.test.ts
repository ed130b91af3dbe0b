import { beforeAll, expect, test } from 'vitest';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, morning } = sandboxed();
beforeAll(morning);

test('suggests pictures of a video that an ad can have as its cover', async () => {
  const video_id = (await call('list_videos')).videos[0].id;
  const { covers } = await call('suggest_covers', { video_id, count: 2 });
  expect(covers).toHaveLength(2);
  const { identities } = await call('get_identities');
  const { ad } = await call('create_ad', {
    ...good.ad,
    ad_group_id: (await call('list_ad_groups', { name_contains: 'All ages' })).ad_groups[0].id,
    identity_id: identities.find((one: { kind: string; usable: boolean }) => one.kind === 'TT_USER' && one.usable).id,
    video_id,
    image_ids: [covers[1].id],
  });
  expect(ad.image_ids).toEqual([covers[1].id]);
});

test('a video that is not there is said so', async () => {
  expect(await refusal('suggest_covers', { video_id: 'None' })).toMatchObject({ field: 'video_id' });
});
