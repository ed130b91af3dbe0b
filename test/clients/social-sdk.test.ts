import { beforeAll, describe, expect, test } from 'vitest';
import { socialForTests } from '../../src/sandbox/social/calls.testing.ts';
import { ACCOUNTS, ACME } from '../../src/sandbox/social/seed.ts';
import { officialSdk, type Sdk, type SdkCursor, type SdkObject } from './social-official-sdk.ts';

const PIXEL_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const HOUR_MS = 3_600_000;

const graph = socialForTests();
let sdk: Sdk;
let account: SdkObject;

beforeAll(async () => {
  sdk = officialSdk(graph.origin);
  sdk.FacebookAdsApi.init(ACME.token, 'en_US', false);
  account = new sdk.AdAccount(ACCOUNTS.us.id);
});

async function everyPage(first: SdkCursor): Promise<SdkObject[]> {
  const all = [...first];
  let page = first;
  while (page.hasNext()) {
    page = await page.next();
    all.push(...page);
  }
  return all;
}

interface SdkError {
  name: string;
  status: number;
  response: { code: number; error_subcode?: number; message: string; fbtrace_id: string; error_user_msg?: string };
}

async function refusal(call: Promise<unknown>): Promise<SdkError> {
  try {
    await call;
  } catch (error) {
    return error as SdkError;
  }
  throw new Error('the call was not refused');
}

async function launch() {
  const campaign = await account.createCampaign([], {
    name: 'SDK campaign',
    objective: 'OUTCOME_TRAFFIC',
    status: 'PAUSED',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  });
  const adSet = await account.createAdSet([], {
    name: 'SDK ad set',
    campaign_id: campaign.id,
    optimization_goal: 'LINK_CLICKS',
    billing_event: 'IMPRESSIONS',
    daily_budget: 2000,
    status: 'ACTIVE',
    targeting: { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } },
  });
  const image = await account.createAdImage([], { bytes: PIXEL_PNG });
  const { hash } = (image._data.images as { bytes: { hash: string } }).bytes;
  const story = {
    page_id: ACCOUNTS.us.page,
    link_data: {
      link: 'https://acme.example',
      message: 'Hello',
      image_hash: hash,
      call_to_action: { type: 'LEARN_MORE' },
    },
  };
  const creative = await account.createAdCreative([], { name: 'SDK creative', object_story_spec: story });
  const ad = await account.createAd([], {
    name: 'SDK ad',
    adset_id: adSet.id,
    creative: { creative_id: creative.id },
    status: 'ACTIVE',
  });
  return { campaign, adSet, creative, ad, hash };
}

describe('the official SDK against the emulator', () => {
  test('pages through all ad accounts, past the first 25, each once', async () => {
    const accounts = await everyPage(await new sdk.User('me').getAdAccounts(['name', 'currency']));
    expect(accounts.length).toBeGreaterThan(25);
    expect(accounts.map(({ id }) => id)).toEqual(ACME.accounts);
  });

  test('goes forward and back through a list', async () => {
    const first = await account.getAds(['name'], { limit: 4 });
    const ids = first.map(({ id }) => id);
    expect(first.hasPrevious()).toBe(false);
    const second = await first.next();
    expect(second.map(({ id }) => id)).not.toEqual(ids);
    const back = await second.previous();
    expect(back.map(({ id }) => id)).toEqual(ids);
  });

  test('filters a list by status', async () => {
    const active = await everyPage(await account.getCampaigns(['effective_status'], { effective_status: ['ACTIVE'] }));
    expect(active.length).toBeGreaterThan(0);
    expect(new Set(active.map(({ _data }) => _data.effective_status))).toEqual(new Set(['ACTIVE']));
  });

  test('launches, reads its own writes, updates and deletes', async () => {
    const { campaign, adSet, creative, ad, hash } = await launch();
    const read = await new sdk.Ad(ad.id).get([
      'name',
      'effective_status',
      'adset{name,daily_budget}',
      'creative{object_story_spec}',
    ]);
    expect(read._data).toMatchObject({
      name: 'SDK ad',
      effective_status: 'PENDING_REVIEW',
      adset: { name: 'SDK ad set', daily_budget: '2000' },
    });
    expect(read._data.creative).toMatchObject({
      id: creative.id,
      object_story_spec: { link_data: { image_hash: hash } },
    });

    graph.advance(HOUR_MS);
    await new sdk.Campaign(campaign.id).update([], { status: 'ACTIVE', name: 'SDK campaign, live' });
    expect((await new sdk.Ad(ad.id).get(['effective_status']))._data.effective_status).toBe('ACTIVE');
    await new sdk.AdSet(adSet.id).update([], { daily_budget: 3000 });
    expect((await new sdk.AdSet(adSet.id).get(['daily_budget']))._data.daily_budget).toBe('3000');

    await new sdk.Campaign(campaign.id).delete([]);
    expect((await new sdk.Ad(ad.id).get(['effective_status']))._data.effective_status).toBe('DELETED');
    const listed = await everyPage(await account.getCampaigns(['name']));
    expect(listed.map(({ id }) => id)).not.toContain(campaign.id);
  });

  test('meets a creative that cannot be edited', async () => {
    const { creative } = await launch();
    await new sdk.AdCreative(creative.id).update([], { name: 'Renamed' });
    expect((await new sdk.AdCreative(creative.id).get(['name']))._data.name).toBe('Renamed');
    const error = await refusal(new sdk.AdCreative(creative.id).update([], { object_story_spec: { page_id: '1' } }));
    expect(error.response).toMatchObject({ code: 100, error_subcode: 1815573 });
  });

  test('uploads a video and sees it become ready on the sandbox clock', async () => {
    const video = await account.createAdVideo([], { file_url: 'https://acme.example/film.mp4', title: 'Film' });
    const api = sdk.FacebookAdsApi.init(ACME.token, 'en_US', false);
    const state = async () =>
      (await api.call('GET', [video.id], { fields: 'status' })).status as { video_status: string };
    expect((await state()).video_status).toBe('processing');
    graph.advance(HOUR_MS);
    expect((await state()).video_status).toBe('ready');
  });

  test('makes an audience and a lookalike, which protects its seed', async () => {
    const seed = (await account.getCustomAudiences(['name'])).find(
      ({ _data }) => _data.name === 'Purchasers 180 days',
    )!;
    const lookalike = await account.createCustomAudience([], {
      name: 'SDK lookalike',
      subtype: 'LOOKALIKE',
      origin_audience_id: seed.id,
      lookalike_spec: { ratio: 0.02, country: 'US' },
    });
    expect(
      (await new sdk.CustomAudience(lookalike.id).get(['operation_status', 'lookalike_spec']))._data,
    ).toMatchObject({
      operation_status: { code: 441 },
      lookalike_spec: { ratio: 0.02, origin: [{ id: seed.id }] },
    });
    expect((await refusal(new sdk.CustomAudience(seed.id).delete([]))).response.code).toBe(2656);
    await new sdk.CustomAudience(lookalike.id).delete([]);
    await new sdk.CustomAudience(seed.id).delete([]);
    expect((await refusal(new sdk.CustomAudience(seed.id).get(['name']))).response).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
  });

  test('reads the same insights at once and through a report run', async () => {
    const fields = ['campaign_id', 'impressions', 'clicks', 'spend', 'actions'];
    const params = { level: 'campaign', date_preset: 'last_7d', time_increment: 1 };
    const direct = await everyPage(await account.getInsights(fields, { ...params, limit: 10 }));
    expect(direct.length).toBeGreaterThan(10);

    const run = await account.getInsightsAsync(fields, params);
    expect((await run.get([]))._data).toMatchObject({ async_status: 'Job Not Started', async_percent_completion: 0 });
    expect((await refusal(run.getInsights([]))).response.code).toBe(100);
    graph.advance(HOUR_MS);
    expect((await run.get([]))._data).toMatchObject({ async_status: 'Job Completed', async_percent_completion: 100 });
    const reported = await everyPage(await run.getInsights([], { limit: 10 }));
    expect(reported.map(({ _data }) => _data)).toEqual(direct.map(({ _data }) => _data));
  });

  test('searches targeting and estimates an audience', async () => {
    const found = await account.getTargetingSearch([], { q: 'hiking', limit_type: 'interests' });
    expect(found[0]!._data).toMatchObject({ name: 'Hiking', type: 'interests' });
    const estimate = await account.getDeliveryEstimate([], {
      optimization_goal: 'REACH',
      targeting_spec: { geo_locations: { countries: ['US'] } },
    });
    expect(estimate[0]!._data).toMatchObject({ estimate_ready: true });
    expect(Number(estimate[0]!._data.estimate_mau_lower_bound)).toBeGreaterThan(1e8);
  });

  test('makes a carousel, a catalogue ad and ads from posts', async () => {
    const [catalog] = await new sdk.Business(ACME.business).getOwnedProductCatalogs(['name', 'product_count']);
    expect(catalog!._data).toMatchObject({ name: 'Acme shop', product_count: 312 });
    const sets = await catalog!.getProductSets(['name', 'product_count']);
    const { adSet } = await launch();
    const page_id = ACCOUNTS.us.page;
    const text = { link: 'https://acme.example', message: 'Hello' };
    const cards = [1, 2].map((n) => ({ link: `https://acme.example/${n}`, name: `Card ${n}` }));
    const story = { page_id, link_data: { ...text, child_attachments: cards } };
    const carousel = await account.createAdCreative([], { name: 'SDK carousel', object_story_spec: story });
    expect((await carousel.get(['object_story_spec']))._data.object_story_spec).toEqual(story);
    const [{ id: video_id }] = (await graph.get(`${ACCOUNTS.us.id}/advideos`)).data;
    const film = {
      ...story,
      link_data: { ...story.link_data, child_attachments: [...cards, { ...cards[0], video_id }] },
    };
    expect((await refusal(account.createAdCreative([], { object_story_spec: film }))).response.error_subcode).toBe(
      1443226,
    );

    const template = { page_id, template_data: { ...text, name: '{{product.name}}' } };
    const products = { object_story_spec: template, product_set_id: sets[0]!.id };
    const shown = await account.createAdCreative([], { name: 'SDK catalogue', ...products });
    expect((await shown.get(['product_set_id']))._data.product_set_id).toBe(sets[0]!.id);

    expect((await refusal(new sdk.Page(page_id).getPublishedPosts(['message']))).response.code).toBe(210);
    const [photo] = await new sdk.IGUser(ACCOUNTS.us.instagram).getMedia(['caption', 'media_type']);
    const asAd = (creative: Record<string, unknown>) =>
      account.createAd([], { name: 'SDK post', adset_id: adSet.id, status: 'PAUSED', creative });
    const posted = await asAd({ object_story_id: `${page_id}_800000000001` });
    expect((await posted.get(['creative{object_story_id}']))._data.creative).toMatchObject({
      object_story_id: `${page_id}_800000000001`,
    });
    const owner = { object_id: page_id, instagram_user_id: ACCOUNTS.us.instagram };
    await asAd({ source_instagram_media_id: photo!.id, ...owner });
    expect((await refusal(asAd({ object_story_id: `${page_id}_1` }))).response.error_subcode).toBe(2490155);
  });

  test('fills a customer list, and takes people out of it again', async () => {
    const list = await account.createCustomAudience([], {
      name: 'SDK list',
      subtype: 'CUSTOM',
      customer_file_source: 'USER_PROVIDED_ONLY',
    });
    const rows = (count: number) => Array.from({ length: count }, (_, at) => [at.toString(16).padStart(64, '0'), '']);
    const schema = ['EMAIL_SHA256', 'PHONE_SHA256'];
    const people = new sdk.CustomAudience(list.id);
    const data = [...rows(2_000), ['nobody@acme.example', '']];
    expect((await people.createUser([], { payload: { schema, data } }))._data).toMatchObject({
      audience_id: list.id,
      num_received: 2_001,
      num_invalid_entries: 1,
    });
    await people.createUser([], { payload: { schema, data: rows(2_000) } });
    const size = async () => (await people.get(['approximate_count_lower_bound']))._data.approximate_count_lower_bound;
    expect(await size()).toBe(2_000);
    await people.deleteUsers({ payload: { schema, data: rows(100) } });
    expect(await size()).toBe(1_900);
    const many = { payload: { schema, data: rows(10_001) } };
    expect((await refusal(people.createUser([], many))).response.code).toBe(100);
    const open = new sdk.AdAccount('act_1001000000000104');
    const refused = open.createCustomAudience([], {
      name: 'x',
      subtype: 'CUSTOM',
      customer_file_source: 'USER_PROVIDED_ONLY',
    });
    expect((await refusal(refused)).response).toMatchObject({ code: 200, error_subcode: 1870034 });
  });

  test('finds pages and pixels', async () => {
    expect((await account.getPromotePages(['name'])).map(({ _data }) => _data.name)).toContain('Acme Outdoor');
    expect((await account.getAdsPixels(['name'])).length).toBe(1);
  });

  test('sends a batch in which one operation fails', async () => {
    const replies: unknown[] = [];
    const failures: unknown[] = [];
    const api = sdk.FacebookAdsApi.init(ACME.token, 'en_US', false);
    const batch = new sdk.FacebookAdsApiBatch(api);
    const add = (id: string) =>
      batch.add(
        'GET',
        [id],
        { fields: 'name' },
        undefined,
        (reply) => replies.push(reply._body),
        (reply) => failures.push(reply._body),
      );
    add(ACCOUNTS.us.id);
    add('999');
    await batch.execute();
    expect(JSON.stringify(replies)).toContain('Acme US');
    expect(JSON.stringify(failures)).toContain('does not exist');
  });

  test('sees errors as errors, with code, subcode and trace', async () => {
    const missing = await refusal(account.createCampaign([], { name: 'x', objective: 'OUTCOME_TRAFFIC' }));
    expect(missing).toMatchObject({
      name: 'FacebookRequestError',
      status: 400,
      response: { code: 100, message: '(#100) The parameter special_ad_categories is required' },
    });
    expect(missing.response.fbtrace_id).not.toBe('');

    const undeclared = await refusal(
      account.createCampaign([], { name: 'x', objective: 'OUTCOME_TRAFFIC', special_ad_categories: [] }),
    );
    expect(undeclared.response).toMatchObject({ code: 100, error_subcode: 4834011 });

    sdk.FacebookAdsApi.init('EAAnot-a-token', 'en_US', false);
    expect((await refusal(new sdk.AdAccount(ACCOUNTS.us.id).get(['name']))).response.code).toBe(190);
    sdk.FacebookAdsApi.init(ACME.token, 'en_US', false);
    expect((await refusal(new sdk.AdAccount(ACCOUNTS.japan.id).get(['name']))).response).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
  });

  test('is told how much of its limit is used', async () => {
    const api = sdk.FacebookAdsApi.init(ACME.token, 'en_US', false).setShowHeader(true);
    const { headers } = await api.call('GET', [ACCOUNTS.us.id]);
    const usage = JSON.parse((headers as Record<string, string>)['x-ad-account-usage']!);
    expect(usage.acc_id_util_pct).toBeGreaterThan(0);
  });
});
