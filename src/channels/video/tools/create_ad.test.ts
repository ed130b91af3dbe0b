import { beforeAll, expect, test } from 'vitest';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, ledger, fault, morning } = sandboxed();
beforeAll(morning);

const setting = async (group = 'All ages') => {
  const [{ id: ad_group_id }] = (await call('list_ad_groups', { name_contains: group })).ad_groups;
  const { identities } = await call('get_identities');
  const identity = (kind: string, usable = true) =>
    identities.find((one: { kind: string; usable: boolean }) => one.kind === kind && one.usable === usable).id;
  const video_id = (await call('list_videos')).videos[0].id;
  const image_ids = [(await call('list_images')).images[0].id];
  return { identity, args: { ...good.ad, ad_group_id, video_id, image_ids } };
};

test('creates an ad switched off, for a linked and for a shared identity', async () => {
  const { identity, args } = await setting();
  const { ad, keeps_from_serving } = await call('create_ad', { ...args, identity_id: identity('TT_USER') });
  expect(ad).toMatchObject({
    status: 'DISABLE',
    ad_text: 'Try it',
    identity_type: 'TT_USER',
    delivery_status: 'AD_STATUS_AUDIT',
  });
  expect(keeps_from_serving.join(' ')).toMatch(/The ad "Video A" is off: update_ad.*reviewing/);
  const shared = await call('create_ad', { ...args, ad_name: 'Shared', identity_id: identity('BC_AUTH_TT') });
  expect(shared.ad.identity_type).toBe('BC_AUTH_TT');
});

test('what identity, placement and format decide is refused before it is sent', async () => {
  const { identity, args } = await setting();
  const field = async (more: Record<string, unknown>) =>
    (await refusal('create_ad', { ...args, identity_id: identity('TT_USER'), ...more })).field;
  expect(await field({ identity_id: identity('CUSTOMIZED_USER') })).toBe('identity_id');
  expect(await field({ identity_id: identity('TT_USER', false) })).toBe('identity_id');
  expect(await field({ display_name: 'X' })).toBe('display_name');
  expect(await field({ image_ids: undefined })).toBe('image_ids');
  expect(await field({ video_id: undefined })).toBe('video_id');
  expect(await field({ landing_page_url: undefined })).toBe('landing_page_url');
  expect(await field({ ad_format: 'SINGLE_IMAGE', video_id: undefined })).toBe('ad_format');
  expect(
    (await refusal('create_ad', { ...args, identity_id: identity('TT_USER'), video_id: 'None' })).upstream.code,
  ).toBe(40053);
});

test('cut off after it arrived it is called unknown and happens once', async () => {
  const { identity, args } = await setting();
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*ad/create/');
  const error = await refusal('create_ad', { ...args, ad_name: 'Once', identity_id: identity('TT_USER') });
  expect(error).toMatchObject({ code: 'outcome_unknown' });
  expect((await ledger({ kind: 'create' })).length).toBe(before + 1);
});
