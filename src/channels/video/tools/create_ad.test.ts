import { beforeAll, expect, test } from 'vitest';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, ledger, requests, fault, morning } = sandboxed();
beforeAll(morning);

const setting = async (group = 'All ages') => {
  const [{ id: ad_group_id }] = (await call('list_ad_groups', { name_contains: group })).ad_groups;
  const { identities } = await call('get_identities');
  const identity = (kind: string, usable = true) =>
    identities.find((one: { kind: string; usable: boolean }) => one.kind === kind && one.usable === usable).id;
  const video_id = (await call('list_videos', { name_contains: 'film-1' })).videos[0].id;
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

/** Groups and ids that the cases below are made of. */
async function made() {
  const { identity, args } = await setting();
  const group = async (campaign: Record<string, unknown>, more: Record<string, unknown>) => {
    const { id } = (await call('create_campaign', { campaign_name: JSON.stringify(more), ...campaign })).campaign;
    return (await call('create_ad_group', { ...good.adGroup, campaign_id: id, ...more })).ad_group.id;
  };
  const visits = await group({ objective: 'ENGAGEMENT' }, { optimization_goal: 'PAGE_VISIT' });
  const form = await group({ objective: 'LEAD_GENERATION' }, { optimization_goal: 'LEAD_GENERATION' });
  const pangle = await group({ objective: 'TRAFFIC' }, { placements: ['PLACEMENT_PANGLE'] });
  const own = identity('TT_USER');
  const [post] = (await call('list_posts', { identity_id: own })).posts;
  const [carousel] = (await call('list_posts', { identity_id: own, kind: 'CAROUSEL' })).posts;
  const [studio] = (await call('list_posts', { identity_id: identity('BC_AUTH_TT') })).posts;
  const [music] = (await call('list_music')).music;
  const fresh = await call('upload_video', { video_url: 'https://acme.example/raw.mp4', name: 'raw.mp4' });
  const of = (type: string) => ({ identity_id: identity(type) });
  return {
    args: { ...args, ...of('TT_USER') },
    identity,
    of,
    groups: { visits, form, pangle },
    post,
    carousel,
    studio,
    music,
    fresh,
  };
}

let once: ReturnType<typeof made> | undefined;
const cast = () => {
  once ??= made();
  return once;
};
const none = { video_id: undefined, image_ids: undefined, ad_text: undefined };

test('what the platform refuses an ad for is refused before it is sent, with the argument that is wrong', async () => {
  const { args, identity, of, groups, post, music } = await cast();
  const carousel = { ad_format: 'CAROUSEL_ADS', video_id: undefined, music_id: music.id };
  const shown = { ...none, tiktok_item_id: post.id };
  const at = (ad_group_id: string) => ({ ad_group_id });
  /** The rule of the platform, what breaks it, and the argument that the refusal names. */
  const cases: [number, Record<string, unknown>, string][] = [
    [104, { ad_format: 'DOUBLE_VIDEO' }, 'ad_format'],
    [104, { identity_id: undefined }, 'identity_id'],
    [108, { ad_name: 'x'.repeat(513) }, 'ad_name'],
    [108, { ad_text: 'x'.repeat(101) }, 'ad_text'],
    [108, { ad_text: '日'.repeat(51) }, 'ad_text'],
    [108, { ad_text: 'Run 🏃' }, 'ad_text'],
    [108, { ad_text: undefined }, 'ad_text'],
    [110, of('CUSTOMIZED_USER'), 'identity_id'],
    [113, { identity_id: identity('TT_USER', false) }, 'identity_id'],
    [113, { identity_id: '42' }, 'identity_id'],
    [114, { ad_format: 'SINGLE_IMAGE', video_id: undefined }, 'ad_format'],
    [114, at(groups.pangle), 'identity_id'],
    [114, { ...at(groups.pangle), ...of('CUSTOMIZED_USER'), ...carousel }, 'ad_format'],
    [114, { ...at(groups.visits), ...carousel, landing_page_url: undefined }, 'ad_format'],
    [115, { video_id: undefined }, 'video_id'],
    [115, { tiktok_item_id: post.id, image_ids: undefined }, 'tiktok_item_id'],
    [116, { image_ids: undefined }, 'image_ids'],
    [116, { image_ids: ['a', 'b'] }, 'image_ids'],
    [118, { ...shown, image_ids: args.image_ids }, 'image_ids'],
    [118, { ...shown, ad_format: 'CAROUSEL_ADS', music_id: music.id }, 'music_id'],
    [118, { ...shown, ...at(groups.pangle), ...of('CUSTOMIZED_USER') }, 'tiktok_item_id'],
    [119, { ...carousel, image_ids: Array(36).fill('a') }, 'image_ids'],
    [120, { ...carousel, music_id: undefined }, 'music_id'],
    [122, { call_to_action: undefined }, 'call_to_action'],
    [122, { call_to_action: 'VIEW_PROFILE' }, 'call_to_action'],
    [122, { call_to_action: 'WATCH_LIVE' }, 'call_to_action'],
    [123, { landing_page_url: undefined }, 'landing_page_url'],
    [123, { landing_page_url: 'ftp://acme.example' }, 'landing_page_url'],
    [123, { ...at(groups.form), landing_page_url: undefined }, 'page_id'],
    // Fields of section 8 without a number, and what would be dropped without a word.
    [8, { display_name: 'X' }, 'display_name'],
    [8, { impression_tracking_url: 'acme' }, 'impression_tracking_url'],
    [8, { click_tracking_url: 'acme' }, 'click_tracking_url'],
    [8, { video_view_tracking_url: 'acme' }, 'video_view_tracking_url'],
    [8, { page_id: 'form' }, 'page_id'],
    [8, { ...carousel, video_id: args.video_id }, 'video_id'],
    [8, { music_id: music.id }, 'music_id'],
  ];
  const sent = async () => (await requests()).filter(({ path }) => path.endsWith('/ad/create/')).length;
  const before = await sent();
  for (const [rule, more, field] of cases) {
    const refused = await refusal('create_ad', { ...args, ...more });
    const said = `rule ${rule}: ${JSON.stringify(more)}: ${JSON.stringify(refused)}`;
    expect(refused, said).toMatchObject({ field, outcome: 'not_applied' });
  }
  expect(await sent()).toBe(before);
});

test('what only the platform can know is explained by its refusal', async () => {
  const { args, studio, music, fresh } = await cast();
  const carousel = { ad_format: 'CAROUSEL_ADS', video_id: undefined, music_id: music.id };
  const cases: [number, Record<string, unknown>, object][] = [
    [115, { video_id: 'None' }, { field: 'video_id', upstream: { code: 40053 } }],
    [
      117,
      { video_id: fresh.video.id },
      { upstream: { code: 40901 }, next_step: expect.stringContaining('list_videos') },
    ],
    [118, { ...none, tiktok_item_id: studio.id }, { upstream: { code: 40002 } }],
    [118, { ...none, tiktok_item_id: '42' }, { upstream: { code: 40002 } }],
    [120, { ...carousel, music_id: '1' }, { upstream: { code: 40002 } }],
    [121, { image_ids: ['ad-site-i18n-sg/nowhere'] }, { upstream: { code: 40002 } }],
  ];
  for (const [rule, more, shape] of cases)
    expect(await refusal('create_ad', { ...args, ...more }), `rule ${rule}`).toMatchObject({
      outcome: 'not_applied',
      ...shape,
    });
});

test('what is not wrong is created: posts, also of pictures, carousels, and images outside of TikTok', async () => {
  const { args, of, groups, post, carousel, music } = await cast();
  const kinds: Record<string, unknown>[] = [
    { ...none, tiktok_item_id: post.id },
    { ...none, tiktok_item_id: carousel.id, ad_format: 'CAROUSEL_ADS' },
    {
      ad_format: 'CAROUSEL_ADS',
      video_id: undefined,
      music_id: music.id,
      image_ids: [...args.image_ids, ...args.image_ids],
    },
    { ad_group_id: groups.pangle, ...of('CUSTOMIZED_USER'), display_name: 'Acme' },
  ];
  for (const kind of kinds) expect((await call('create_ad', { ...args, ...kind })).ad.status).toBe('DISABLE');
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
