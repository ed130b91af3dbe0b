import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { HOUR_MS } from '../../../ambient.ts';

const { call, refusal, ledger, fault, clearFaults, advanceClock } = sandboxed('social');

async function adSet(more: Record<string, unknown> = {}, ofCampaign: Record<string, unknown> = {}) {
  const { campaign } = await call('create_social_campaign', {
    name: 'c',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
    ...ofCampaign,
  });
  const { ad_set } = await call('create_ad_set', {
    campaign_id: campaign.id,
    name: 's',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
    daily_budget: 20,
    ...more,
  });
  return { campaign, ad_set };
}
const creative = async (more: Record<string, unknown>) =>
  (
    await call('create_ad_creative', {
      name: 'cr',
      page_id: '101000000000001',
      link_url: 'https://acme.example/x',
      picture: 'https://acme.example/x.png',
      ...more,
    })
  ).creative;

test('launch and stop: campaign, ad set, creative and ad are created paused and then switched on', async () => {
  const { campaign, ad_set } = await adSet();
  const { id: creative_id } = await creative({ message: 'm' });
  const { ad } = await call('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' });
  expect(ad).toMatchObject({ status: 'PAUSED', ad_set_id: ad_set.id, campaign_id: campaign.id, creative_id });
  await call('update_social_ad', { ad_id: ad.id, status: 'ACTIVE' });
  await call('update_ad_set', { ad_set_id: ad_set.id, status: 'ACTIVE' });
  const started = await call('update_social_campaign', { campaign_id: campaign.id, status: 'ACTIVE' });
  expect(started.campaign.effective_status).toBe('ACTIVE');
  expect(started.keeps_from_serving).toEqual(['The platform is reviewing the ad, as a rule within a day.']);
  const { rows } = await call('get_social_insights', { level: 'ad', ad_ids: [ad.id], date_preset: 'today' });
  expect(rows).toEqual([]);
  await call('update_social_campaign', { campaign_id: campaign.id, status: 'PAUSED' });
});

/** The calls that the sentences end with. */
const mends = (sentences: string[]) =>
  sentences.flatMap((sentence) => {
    const [, tool, args] = /: (\w+) (\{.*\})\.$/.exec(sentence) ?? [];
    return tool && args ? [{ tool, args: JSON.parse(args) as Record<string, unknown> }] : [];
  });

test('a launch says at every step what still keeps it from serving, and the calls in it are all that is needed', async () => {
  const { campaign, ad_set } = await adSet();
  const listed = await call('update_ad_set', { ad_set_id: ad_set.id, status: 'ACTIVE' });
  expect(listed.keeps_from_serving).toEqual([
    expect.stringContaining('update_social_campaign'),
    expect.stringContaining('create_social_ad {"ad_set_id"'),
  ]);
  await call('update_ad_set', { ad_set_id: ad_set.id, status: 'PAUSED' });
  const { id: creative_id } = await creative({ message: 'served' });
  const made = await call('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' });
  expect(made.keeps_from_serving).toHaveLength(4);
  const calls = mends(made.keeps_from_serving);
  expect(calls.map(({ tool }) => tool)).toEqual(['update_social_campaign', 'update_ad_set', 'update_social_ad']);
  await advanceClock(HOUR_MS);
  const left = [];
  for (const { tool, args } of calls) left.push((await call(tool, args)).keeps_from_serving);
  expect(left.map(({ length }) => length)).toEqual([2, 1, 0]);
  const { campaigns } = await call('list_social_campaigns', { campaign_ids: [campaign.id] });
  expect(campaigns[0].effective_status).toBe('ACTIVE');
  await call('update_social_campaign', { campaign_id: campaign.id, status: 'PAUSED' });
});

test('an ad that was rejected, and a schedule that is not now, are told with their reasons', async () => {
  const gambling = { special_ad_categories: ['ONLINE_GAMBLING_AND_GAMING'], special_ad_category_country: ['US'] };
  const { ad_set: games } = await adSet({}, gambling);
  const { id: creative_id } = await creative({ message: 'Play' });
  await call('create_social_ad', { ad_set_id: games.id, creative_id, name: 'a' });
  await advanceClock(HOUR_MS);
  const { keeps_from_serving } = await call('update_ad_set', { ad_set_id: games.id, status: 'ACTIVE' });
  expect(keeps_from_serving.at(-1)).toMatch(/rejected in review: Online gambling .*creative_id/);
  const { ad_set } = await adSet({ start_time: '2030-01-01T00:00:00Z', end_time: '2030-02-01T00:00:00Z' });
  const later = await call('update_ad_set', { ad_set_id: ad_set.id, status: 'ACTIVE' });
  expect(later.keeps_from_serving.join(' ')).toMatch(/begins only on .*: update_ad_set \{.*"start_time":/);
});

test('a launch stands although what keeps it from serving cannot be read', async () => {
  const { ad_set } = await adSet();
  const { id: creative_id } = await creative({ message: 'unseen' });
  await fault('expired_token', 'GET /v26.0/act_', { times: 3 });
  const { ad, keeps_from_serving } = await call('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' });
  await clearFaults();
  expect(ad.status).toBe('PAUSED');
  expect(keeps_from_serving.join(' ')).toContain('could not be read just now; list_social_ads');
});

test('a multi-variant creative goes only into a dynamic-creative ad set, and the error says so', async () => {
  const { id: creative_id } = await creative({ bodies: ['a', 'b'] });
  const { ad_set: ordinary } = await adSet();
  expect(await refusal('create_social_ad', { ad_set_id: ordinary.id, creative_id, name: 'a' })).toMatchObject({
    upstream: { subcode: 1885998 },
    next_step: expect.stringContaining('is_dynamic_creative'),
  });
  const { ad_set: dynamic } = await adSet({ is_dynamic_creative: true });
  expect((await call('create_social_ad', { ad_set_id: dynamic.id, creative_id, name: 'a' })).ad.creative_id).toBe(
    creative_id,
  );
});

test('a cut connection makes no second ad', async () => {
  const { ad_set } = await adSet();
  const { id: creative_id } = await creative({ message: 'cut' });
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*/ads$');
  expect(await refusal('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' })).toMatchObject({
    code: 'outcome_unknown',
  });
  expect(await ledger({ kind: 'create' })).toHaveLength(before + 1);
});

test('when the read-back fails the outcome is unknown, and the error says how to look', async () => {
  const { ad_set } = await adSet();
  const { id: creative_id } = await creative({ message: 'unread' });
  await fault('expired_token', 'GET /v26.0/\\d+$', { skip: 2 });
  const error = await refusal('create_social_ad', { ad_set_id: ad_set.id, creative_id, name: 'a' });
  expect(error).toMatchObject({ outcome: 'unknown', next_step: expect.stringContaining('Do not repeat') });
});

test('an existing post becomes an ad in one call, of the page or of its photo-network account', async () => {
  const { id: ad_set_id } = (await adSet()).ad_set;
  const page_id = '101000000000001';
  const [post] = (await call('list_posts', { page_id })).posts;
  const { ad } = await call('create_social_ad', { ad_set_id, name: 'Post as ad', post_id: post.id });
  const { creatives } = await call('list_ad_creatives', { creative_ids: [ad.creative_id] });
  expect(creatives[0]).toMatchObject({ form: 'existing_post', post_id: post.id });

  const [photo] = (await call('list_posts', { page_id, photo_network: true })).posts;
  const shown = { ad_set_id, name: 'Photo as ad', photo_network_media_id: photo.id, page_id };
  const made = await call('create_social_ad', { ...shown, link_url: 'https://acme.example', button: 'SHOP_NOW' });
  const [creative] = (await call('list_ad_creatives', { creative_ids: [made.ad.creative_id] })).creatives;
  expect(creative).toMatchObject({ form: 'existing_post', photo_network_media_id: photo.id });

  const gone = await refusal('create_social_ad', { ad_set_id, name: 'Gone', post_id: `${page_id}_1` });
  expect(gone).toMatchObject({
    field: 'post_id',
    outcome: 'not_applied',
    next_step: expect.stringContaining('list_posts'),
  });
  for (const [wrong, field] of [
    [{}, 'creative_id'],
    [{ post_id: post.id, creative_id: '1' }, 'post_id'],
    [{ photo_network_media_id: photo.id }, 'page_id'],
    [{ post_id: post.id, link_url: 'https://acme.example' }, 'photo_network_media_id'],
    [{ post_id: '5' }, 'post_id'],
  ] as const)
    expect(await refusal('create_social_ad', { ad_set_id, name: 'x', ...wrong })).toMatchObject({ field });
});

test('a lead ad is made with its form, and refused without one; a domain is no address', async () => {
  const page_id = (await call('list_pages')).pages[0].id;
  const { campaign } = await call('create_social_campaign', {
    name: 'leads',
    objective: 'OUTCOME_LEADS',
    special_ad_categories: [],
    daily_budget: 20,
  });
  const { ad_set } = await call('create_ad_set', {
    campaign_id: campaign.id,
    name: 'form',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'LEAD_GENERATION',
    destination_type: 'ON_AD',
    promoted_object: { page_id },
  });
  const link = { name: 'f', page_id, link_url: 'https://example.com', picture: 'https://example.com/a.png' };
  const bare = (await call('create_ad_creative', link)).creative;
  const form = (await call('create_ad_creative', { ...link, lead_form_id: '301000000000001', button: 'SIGN_UP' }))
    .creative;
  const ad = { ad_set_id: ad_set.id, name: 'a' };
  expect(await refusal('create_social_ad', { ...ad, creative_id: bare.id })).toMatchObject({ field: 'creative_id' });
  expect((await call('create_social_ad', { ...ad, creative_id: form.id })).ad.status).toBe('PAUSED');
  const address = { ...ad, creative_id: form.id, conversion_domain: 'https://example.com/x' };
  expect(await refusal('create_social_ad', address)).toMatchObject({ field: 'conversion_domain' });
  const wrongKind = await refusal('create_social_ad', { ...ad, ad_set_id: campaign.id, creative_id: form.id });
  expect(wrongKind).toMatchObject({ code: 'not_found', field: 'ad_set_id' });
});
