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

test('a lead ad has a form, which the refusal names the list of; a form that is not there is said so', async () => {
  const { identity, args } = await setting();
  const { campaign } = await call('create_campaign', { campaign_name: 'Leads', objective: 'LEAD_GENERATION' });
  const { ad_group } = await call('create_ad_group', {
    ...good.adGroup,
    campaign_id: campaign.id,
    optimization_goal: 'LEAD_GENERATION',
  });
  expect(ad_group.promotion_type).toBe('LEAD_GENERATION');
  const lead = {
    ...args,
    ad_group_id: ad_group.id,
    identity_id: identity('TT_USER'),
    call_to_action: 'SIGN_UP',
    landing_page_url: undefined,
  };
  expect(await refusal('create_ad', lead)).toMatchObject({
    field: 'page_id',
    message: expect.stringContaining('list_instant_forms'),
  });
  expect(await refusal('create_ad', { ...lead, page_id: '42' })).toMatchObject({
    field: 'page_id',
    outcome: 'not_applied',
  });
  const forms = (await call('list_instant_forms')).instant_forms;
  const { ad } = await call('create_ad', { ...lead, page_id: forms[1].id });
  expect(ad).toMatchObject({ page_id: forms[1].id, call_to_action: 'SIGN_UP' });
  const swapped = await call('update_ad', { ad_id: ad.id, page_id: forms[0].id });
  expect(swapped.applied).toEqual({ page_id: { from: forms[1].id, to: forms[0].id } });
  expect((await refusal('create_ad', { ...args, identity_id: identity('TT_USER'), page_id: '42' })).field).toBe(
    'page_id',
  );
});

test('before the terms for lead ads are signed, the refusal says where they are signed', async () => {
  const europe = { advertiser_id: '7100000000000000102' };
  const { campaign } = await call('create_campaign', {
    ...europe,
    campaign_name: 'Leads',
    objective: 'LEAD_GENERATION',
  });
  const { ad_group } = await call('create_ad_group', {
    ...good.adGroup,
    ...europe,
    location_ids: ['2921044'],
    campaign_id: campaign.id,
    optimization_goal: 'LEAD_GENERATION',
  });
  const { identities } = await call('get_identities', europe);
  const error = await refusal('create_ad', {
    ...good.ad,
    ...europe,
    ad_group_id: ad_group.id,
    identity_id: identities.find((one: { kind: string; usable: boolean }) => one.kind === 'TT_USER' && one.usable).id,
    video_id: (await call('list_videos', europe)).videos[0].id,
    image_ids: [(await call('list_images', europe)).images[0].id],
    page_id: (await call('list_instant_forms', europe)).instant_forms[0].id,
  });
  expect(error).toMatchObject({ code: 'account_problem', outcome: 'not_applied' });
  expect(error.next_step).toContain('own tool');
});

test('tracking addresses are kept, shown and changed', async () => {
  const { identity, args } = await setting();
  const tracked = { impression_tracking_url: 'https://t.example/i', click_tracking_url: 'https://t.example/c' };
  const { ad } = await call('create_ad', { ...args, ...tracked, ad_name: 'Tracked', identity_id: identity('TT_USER') });
  expect(ad).toMatchObject(tracked);
  const { applied } = await call('update_ad', { ad_id: ad.id, click_tracking_url: 'https://t.example/d' });
  expect(applied).toEqual({ click_tracking_url: { from: 'https://t.example/c', to: 'https://t.example/d' } });
});

test('an ad for visits of the profile says so to the platform, and a copy does too', async () => {
  const { identity, args } = await setting();
  const { campaign } = await call('create_campaign', { campaign_name: 'Visits', objective: 'ENGAGEMENT' });
  const { ad_group } = await call('create_ad_group', {
    ...good.adGroup,
    campaign_id: campaign.id,
    optimization_goal: 'PAGE_VISIT',
  });
  const visit = { ...args, ad_group_id: ad_group.id, identity_id: identity('TT_USER'), landing_page_url: undefined };
  const { ad } = await call('create_ad', { ...visit, call_to_action: 'VIEW_PROFILE' });
  const copy = await call('duplicate_ad', { ad_id: ad.id, ad_name: 'Copy' });
  expect(copy.ad.ad_group_id).toBe(ad_group.id);
});
