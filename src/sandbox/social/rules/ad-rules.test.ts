import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../ambient.ts';
import { good, type Params, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';
import { Store } from '../state.ts';

const graph = socialForTests();
const page = { page_id: ACCOUNTS.us.page };
const instagram = { instagram_user_id: ACCOUNTS.us.instagram };
const link = (change: Params, more: Params = {}): Params => ({
  object_story_spec: { ...page, link_data: { ...good.story.link_data, ...change } },
  ...more,
});
const button = (type: string, value: Params) => link({ call_to_action: { type, value } });
const feed = (change: Params): Params => ({ object_story_spec: page, asset_feed_spec: { ...good.feed, ...change } });

describe('an ad', () => {
  const campaign = async (params: Params = {}) =>
    (await graph.post(`${US}/campaigns`, { ...good.campaign, ...params })).id as string;
  const adSet = async (parent: string, params: Params = {}) =>
    (await graph.post(`${US}/adsets`, { ...good.adSet(parent), ...params })).id as string;
  const ad = (adset_id: string, creative: Params = link({}), more: Params = {}) => ({
    name: 'A',
    adset_id,
    creative: { name: 'K', ...creative },
    ...more,
  });
  const refusal = async (params: Params) => (await graph.refused('POST', `${US}/ads`, params)).error_subcode;

  test('rule 46: is scheduled by itself, and rule 106: grouped, only for sales and apps', async () => {
    const set = await adSet(await campaign());
    const later = { ad_schedule_start_time: '2026-12-01T00:00:00+0000' };
    expect(await graph.refused('POST', `${US}/ads`, ad(set, link({}), later))).toMatchObject({
      code: 100,
      error_data: { blame_field_specs: [['ad_schedule_start_time']] },
    });
    expect((await graph.refused('POST', `${US}/ads`, ad(set, link({}), { creative_asset_groups_spec: {} }))).code).toBe(
      100,
    );
    const sales = await adSet(await campaign({ objective: 'OUTCOME_SALES' }));
    await graph.post(`${US}/ads`, ad(sales, link({}), later));
  });

  test('rule 79: on Instagram needs an Instagram account', async () => {
    const targeting = { ...good.adSet('').targeting, publisher_platforms: ['facebook', 'instagram'] };
    const set = await adSet(await campaign(), { targeting });
    expect(await refusal(ad(set))).toBe(1772103);
    await graph.post(`${US}/ads`, ad(set, { object_story_spec: { ...good.story, ...instagram } }));
    await graph.post(`${US}/ads`, ad(await adSet(await campaign())));
  });

  test('rule 96: with a form needs an ad set that keeps people on the ad, and one living form for all its cards', async () => {
    const form = button('SIGN_UP', { lead_gen_form_id: '301000000000001' });
    const leads = await campaign({ objective: 'OUTCOME_LEADS' });
    const pixel_id = (await graph.get(`${US}/adspixels`)).data[0].id;
    const website = {
      optimization_goal: 'OFFSITE_CONVERSIONS',
      destination_type: 'WEBSITE',
      promoted_object: { pixel_id, custom_event_type: 'LEAD' },
    };
    const lead = { optimization_goal: 'LEAD_GENERATION', promoted_object: page };
    expect(await refusal(ad(await adSet(leads, website), form))).toBe(1815676);
    expect(await refusal(ad(await adSet(leads, { ...lead, destination_type: 'MESSENGER' }), form))).toBe(1892040);
    const onAd = await adSet(leads, { ...lead, destination_type: 'ON_AD' });
    await graph.post(`${US}/ads`, ad(onAd, form));
    expect(await refusal(ad(onAd, button('SIGN_UP', { lead_gen_form_id: '1' })))).toBe(1885392);
    const card = (lead_gen_form_id: string) => ({
      link: 'https://acme.example',
      call_to_action: { type: 'SIGN_UP', value: { lead_gen_form_id } },
    });
    const carousel = (...forms: string[]) => link({ child_attachments: forms.map(card) });
    await graph.post(`${US}/ads`, ad(onAd, carousel('301000000000001', '301000000000001')));
    expect(await refusal(ad(onAd, carousel('301000000000001', '301000000000003')))).toBe(1885392);
    const { access_token } = await graph.get(ACCOUNTS.us.page, { fields: 'access_token' });
    const made = { name: 'Other', questions: [{ type: 'EMAIL' }], privacy_policy: { url: 'https://acme.example' } };
    const { id: other } = await graph.post(`${ACCOUNTS.us.page}/leadgen_forms`, { ...made, access_token });
    await graph.post(`${US}/ads`, ad(onAd, carousel(other, other)));
    expect(await refusal(ad(onAd, carousel(other, '301000000000001')))).toBe(1885392);
    await graph.post(other, { status: 'ARCHIVED', access_token });
    expect(await refusal(ad(onAd, carousel(other, other)))).toBe(1885392);
    // Rule 98: nor does such an ad set take a creative without one.
    expect(await refusal(ad(onAd, button('SIGN_UP', {})))).toBe(1885392);
  });

  test('rule 97: speaks for the page that its ad set promotes', async () => {
    const set = await adSet(await campaign({ objective: 'OUTCOME_AWARENESS' }), {
      optimization_goal: 'REACH',
      promoted_object: { page_id: '101000000000003' },
    });
    expect(await refusal(ad(set))).toBe(1885029);
    await graph.post(`${US}/ads`, ad(set, { object_story_spec: { ...good.story, page_id: '101000000000003' } }));
  });

  test('rule 98: for video views is a video', async () => {
    const set = await adSet(await campaign({ objective: 'OUTCOME_ENGAGEMENT' }), {
      optimization_goal: 'THRUPLAY',
      destination_type: 'ON_VIDEO',
      promoted_object: page,
    });
    expect(await refusal(ad(set))).toBe(1885392);
    const [{ id: video_id }] = (await graph.get(`${US}/advideos`)).data.slice(-1);
    await graph.post(
      `${US}/ads`,
      ad(set, { object_story_spec: { ...page, video_data: { video_id, image_url: 'https://acme.example/t.jpg' } } }),
    );
  });

  test('rule 105: with several assets is alone in a dynamic ad set', async () => {
    const parent = await campaign();
    expect(await refusal(ad(await adSet(parent), feed({})))).toBe(1885998);
    const set = await adSet(parent, { is_dynamic_creative: true });
    await graph.post(`${US}/ads`, ad(set, feed({})));
    expect(await graph.refused('POST', `${US}/ads`, ad(set, feed({})))).toMatchObject({ code: 100 });
    expect((await graph.refused('POST', set, { is_dynamic_creative: false })).error_subcode).toBe(1815198);
  });

  test('rule 110: is one of fifty, under parents that live, and stays rejected', async () => {
    const parent = await campaign();
    const set = await adSet(parent);
    const { id } = await graph.post(`${US}/ads`, ad(set));
    const store = new Store(graph.world.db);
    const { data, links } = store.need('Ad', id);
    for (let made = 1; made < 50; made++) store.insert('Ad', links, data);
    expect((await graph.refused('POST', `${US}/ads`, ad(set))).error_user_title).toBe('Too Many Ads');
    const other = await adSet(parent);
    await graph.remove(other);
    expect(await refusal(ad(other))).toBe(1487056);
    const third = await adSet(parent);
    await graph.remove(parent);
    expect(await refusal(ad(third))).toBe(1487566);
    const rejected = (await graph.get(`${US}/ads`, { effective_status: ['DISAPPROVED'] })).data[0].id;
    expect((await graph.refused('POST', rejected, { status: 'ACTIVE' })).error_subcode).toBe(2490468);
    await graph.post(rejected, { status: 'PAUSED' });
  });

  test('rule 111: that is only validated needs a real parent and leaves nothing', async () => {
    const validated = { execution_options: ['validate_only'] };
    const before = (await graph.ledger()).length;
    expect((await graph.refused('POST', `${US}/ads`, ad('1', link({}), validated))).code).toBe(100);
    const set = await adSet(await campaign());
    expect(await graph.post(`${US}/ads`, ad(set, link({}), validated))).toEqual({ success: true });
    expect((await graph.ledger()).slice(before).map(({ resource }) => resource)).toEqual(['campaign', 'adset']);
  });

  test('rule 139: is reviewed for a while by the sandbox clock; rule 140: again for whom it is shown to, not for money', async () => {
    const parent = await campaign({ status: 'ACTIVE' });
    const set = await adSet(parent);
    const { id } = await graph.post(`${US}/ads`, ad(set, link({}), { status: 'ACTIVE' }));
    const status = async () => (await graph.get(id, { fields: 'effective_status' })).effective_status;
    expect(await status()).toBe('PENDING_REVIEW');
    graph.advance(14 * MINUTE_MS);
    expect(await status()).toBe('PENDING_REVIEW');
    graph.advance(2 * MINUTE_MS);
    expect(await status()).toBe('ACTIVE');
    await graph.post(set, { daily_budget: 2500, name: 'Other' });
    await graph.post(id, { name: 'Other' });
    expect(await status()).toBe('ACTIVE');
    await graph.post(set, { targeting: { ...good.adSet('').targeting, age_min: 30 } });
    expect(await status()).toBe('PENDING_REVIEW');
    graph.advance(16 * MINUTE_MS);
    expect(await status()).toBe('ACTIVE');
    await graph.post(id, { creative: { name: 'K', ...link({ message: 'Other' }) } });
    expect(await status()).toBe('PENDING_REVIEW');
  });

  test('rule 141: does not come back; rule 142: and shows what its parents are', async () => {
    const parent = await campaign();
    const set = await adSet(parent);
    const { id } = await graph.post(`${US}/ads`, ad(set, link({}), { status: 'ACTIVE' }));
    graph.advance(HOUR_MS);
    expect((await graph.get(set, { fields: 'effective_status' })).effective_status).toBe('CAMPAIGN_PAUSED');
    expect((await graph.get(id, { fields: 'effective_status' })).effective_status).toBe('CAMPAIGN_PAUSED');
    for (const [node, subcode] of [
      [id, 1885088],
      [set, 1487056],
      [parent, 1487566],
    ] as const) {
      await graph.post(node, { status: 'ARCHIVED' });
      expect((await graph.refused('POST', node, { status: 'ACTIVE' })).error_subcode).toBe(subcode);
      await graph.post(node, { status: 'DELETED' });
      expect((await graph.refused('POST', node, { status: 'PAUSED' })).error_subcode).toBe(subcode);
    }
  });
});
