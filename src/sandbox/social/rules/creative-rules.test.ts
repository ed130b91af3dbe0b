import { describe, expect, test } from 'vitest';
import { good, type Params, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS, ACME, APPS } from '../seed.ts';
import { Store } from '../state.ts';
import { type RuleRow, testRules } from './rows.testing.ts';

const graph = socialForTests();
const page = { page_id: ACCOUNTS.us.page };
const instagram = { instagram_user_id: ACCOUNTS.us.instagram };
const HOUR_MS = 3_600_000;
const PRODUCTS = '3100000000000012';
const POST = `${ACCOUNTS.us.page}_800000000001`;
const MEDIA = { source_instagram_media_id: '188414000000000011', object_id: ACCOUNTS.us.page };

const link = (change: Params, more: Params = {}): Params => ({
  object_story_spec: { ...page, link_data: { ...good.story.link_data, ...change } },
  ...more,
});
const button = (type: string, value: Params) => link({ call_to_action: { type, value } });
const cards = (count: number) => Array.from({ length: count }, (_, n) => ({ link: `https://acme.example/${n}` }));
const feature = (name: string, choice: Params) =>
  link({}, { degrees_of_freedom_spec: { creative_features_spec: { [name]: choice } } });
const feed = (change: Params): Params => ({ object_story_spec: page, asset_feed_spec: { ...good.feed, ...change } });
const labelled = {
  bodies: [
    { text: 'One', adlabels: [{ name: 'first' }] },
    { text: 'Two', adlabels: [{ name: 'second' }] },
  ],
};
const rule = (label: string, more: Params = {}) => ({ customization_spec: {}, body_label: { name: label }, ...more });
const chosen = (...rules: Params[]) => feed({ ...labelled, asset_customization_rules: rules });

describe('a creative', () => {
  const rows: RuleRow[] = [
    ['rule 90: two sources', link({}, { object_story_id: '1_2' }), 1443048, link({})],
    ['rule 90: a post that is gone', { object_story_id: '1_2' }, 2490155, { object_story_id: POST }],
    ['rule 90: a photo of nobody', { ...MEDIA, ...instagram, source_instagram_media_id: '1' }, 2490155],
    ['rule 90: a photo without its owner', MEDIA, 1815199, { ...MEDIA, ...instagram }],
    ['rule 90: two story blocks', { object_story_spec: { ...good.story, text_data: { message: 'x' } } }, 1443048],
    [
      'rule 91: a hash and an address',
      link({ image_hash: 'x', picture: 'https://acme.example/p.png' }),
      1443048,
      link({ picture: 'https://acme.example/p.png' }),
    ],
    ['rule 91: an unknown hash', link({ image_hash: '0'.repeat(32) }), 1487395],
    ['rule 91: an empty hash', link({ image_hash: '' }), 1487395],
    [
      'rule 91: an unknown hash on a card',
      link({ child_attachments: [...cards(1), { ...cards(1)[0], image_hash: '1' }] }),
      1487395,
    ],
    [
      'rule 92: a video without a thumbnail',
      { object_story_spec: { ...page, video_data: { video_id: '1' } } },
      1443226,
    ],
    ['rule 93: no link', link({ link: undefined }), 2061015],
    [
      'rule 93: no link in a template',
      { object_story_spec: { ...page, template_data: { message: 'x' } }, product_set_id: PRODUCTS },
      2061015,
      {
        object_story_spec: { ...page, template_data: { message: 'x', link: 'https://acme.example' } },
        product_set_id: PRODUCTS,
      },
    ],
    ['rule 95: an unknown button', button('DANCE', {}), 1373054, button('LEARN_MORE', {})],
    [
      'rule 95: a call without a number',
      button('CALL_NOW', { link: 'https://acme.example' }),
      'none',
      button('CALL_NOW', { link: 'tel:+15550100' }),
    ],
    [
      'rule 95: a WhatsApp message without a number',
      button('WHATSAPP_MESSAGE', {}),
      'none',
      button('WHATSAPP_MESSAGE', { whatsapp_number: '15550100' }),
    ],
    ['rule 99: one card', link({ child_attachments: cards(1) }), 1443048, link({ child_attachments: cards(2) })],
    ['rule 99: eleven cards', link({ child_attachments: cards(11) }), 1443048, link({ child_attachments: cards(10) })],
    [
      'rule 99: a card with a video of nobody',
      link({ child_attachments: [...cards(1), { link: 'https://acme.example', video_id: '1' }] }),
      'none',
    ],
    ['rule 99: cards without a message above them', link({ child_attachments: cards(2), message: undefined }), 'none'],
    ['rule 100: the retired bundle', feature('standard_enhancements', { enroll_status: 'OPT_IN' }), 3858504],
    [
      'rule 100: a catalog feature without a catalog',
      feature('media_type_automation', { enroll_status: 'OPT_IN' }),
      3858040,
      feature('media_type_automation', { enroll_status: 'OPT_OUT' }),
    ],
    [
      'rule 100: a feature without a choice',
      feature('enhance_cta', {}),
      3858082,
      feature('enhance_cta', { enroll_status: 'OPT_IN' }),
    ],
    ['rule 101: the dead Instagram field', link({}, { instagram_actor_id: '5' }), 'none'],
    ['rule 102: a translation inside link_data', link({ auto_translate: true }), 1443050],
    [
      'rule 103: a product set beside a video',
      { object_story_spec: { ...page, video_data: { video_id: '1' } }, product_set_id: PRODUCTS },
      1487832,
    ],
    [
      'rule 103: a product set of nobody',
      link({}, { product_set_id: '5' }),
      'none',
      link({}, { product_set_id: PRODUCTS }),
    ],
    [
      'rule 103: a template without a product set',
      { object_story_spec: { ...page, template_data: { message: 'x', link: 'https://acme.example' } } },
      'none',
    ],
    ['rule 103: products picked from a plain catalog', link({ retailer_item_ids: ['1'] }), 1443180],
    ['rule 104: the same text twice', feed({ bodies: [{ text: 'a' }, { text: 'a' }] }), 1815629, feed({})],
    [
      'rule 104: too many texts',
      feed({ bodies: Array.from({ length: 6 }, (_, n) => ({ text: `${n}` })) }),
      [105, 1815630],
    ],
    [
      'rule 104: a single customization rule',
      chosen(rule('first', { is_default: true })),
      1885878,
      chosen(rule('first', { is_default: true }), rule('second')),
    ],
    ['rule 104: no default among the rules', chosen(rule('first'), rule('second')), 1885878],
    ['rule 104: a label that no asset has', chosen(rule('first', { is_default: true }), rule('third')), 2446173],
    ['rule 106: asset groups on a creative', link({}, { creative_asset_groups_spec: { groups: [] } }), 'none'],
    [
      'rule 79: an Instagram account of another business',
      { object_story_spec: { ...good.story, instagram_user_id: ACCOUNTS.japan.instagram } },
      1815199,
      { object_story_spec: { ...good.story, ...instagram } },
    ],
  ];
  testRules(graph, rows, async (params) => ({ path: `${US}/adcreatives`, params: { name: 'K', ...params } }));

  test('rule 94: needs a video that is processed, with a whole address as its thumbnail', async () => {
    const { id: video_id } = await graph.post(`${US}/advideos`, { file_url: 'https://acme.example/v.mp4', title: 'V' });
    const story = (image_url: string) => ({
      name: 'K',
      object_story_spec: { ...page, video_data: { video_id, image_url } },
    });
    const refusal = async (image_url: string) =>
      (await graph.refused('POST', `${US}/adcreatives`, story(image_url))).error_subcode;
    expect(await refusal('https://acme.example/t.jpg')).toBe(1885252);
    graph.advance(HOUR_MS);
    expect(await refusal('https://acme')).toBe(2446603);
    await graph.post(`${US}/adcreatives`, story('https://acme.example/t.jpg'));
  });

  test('rule 92: keeps its link in the button, not in video_data', async () => {
    const [{ id: video_id }] = (await graph.get(`${US}/advideos`)).data.slice(-1);
    const story = (more: Params) => ({
      name: 'K',
      object_story_spec: { ...page, video_data: { video_id, image_url: 'https://acme.example/t.jpg', ...more } },
    });
    expect((await graph.refused('POST', `${US}/adcreatives`, story({ link: 'https://acme.example' }))).code).toBe(100);
    await graph.post(`${US}/adcreatives`, story({}));
  });

  test('rule 107: cannot be changed but for its name', async () => {
    const { id } = await graph.post(`${US}/adcreatives`, { name: 'K', ...link({}) });
    expect((await graph.refused('POST', id, link({}))).error_subcode).toBe(1815573);
    await graph.post(id, { name: 'Other' });
  });

  test('rule 108: is not made by an app in development', async () => {
    const store = new Store(graph.world.db);
    const app = store.need('Application', APPS.main.id);
    const mode = (in_development: boolean) => store.save(Object.assign(app, { data: { ...app.data, in_development } }));
    mode(true);
    expect((await graph.refused('POST', `${US}/adcreatives`, { name: 'K', ...link({}) })).error_subcode).toBe(1885183);
    mode(false);
    await graph.post(`${US}/adcreatives`, { name: 'K', ...link({}) });
  });
});

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

  test('rule 96: with a form needs an ad set that keeps people on the ad', async () => {
    const form = button('SIGN_UP', { lead_gen_form_id: '1' });
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
    await graph.post(`${US}/ads`, ad(await adSet(leads, { ...lead, destination_type: 'ON_AD' }), form));
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
    graph.advance(14 * 60_000);
    expect(await status()).toBe('PENDING_REVIEW');
    graph.advance(2 * 60_000);
    expect(await status()).toBe('ACTIVE');
    await graph.post(set, { daily_budget: 2500, name: 'Other' });
    await graph.post(id, { name: 'Other' });
    expect(await status()).toBe('ACTIVE');
    await graph.post(set, { targeting: { ...good.adSet('').targeting, age_min: 30 } });
    expect(await status()).toBe('PENDING_REVIEW');
    graph.advance(16 * 60_000);
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

describe('media', () => {
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const upload = async (path: string, field: string, content: Buffer, name: string) => {
    const form = new FormData();
    form.set('access_token', ACME.token);
    form.set(field, new Blob([new Uint8Array(content)]), name);
    return (await fetch(`${graph.origin}/v26.0/${US}/${path}`, { method: 'POST', body: form })).json();
  };

  test('rule 114: an image has a known type and an extension', async () => {
    const webp = Buffer.from('RIFF    WEBPVP8 ');
    expect((await graph.refused('POST', `${US}/adimages`, { bytes: webp.toString('base64') })).error_subcode).toBe(
      1487411,
    );
    expect(await upload('adimages', 'file', Buffer.from(PNG, 'base64'), 'noextension')).toMatchObject({
      error: { error_subcode: 1487411 },
    });
    expect(await upload('adimages', 'file', Buffer.from(PNG, 'base64'), 'a.png')).toHaveProperty('images');
  });

  test('rule 115: an image is not fetched from an address', async () => {
    const error = await graph.refused('POST', `${US}/adimages`, { url: 'https://acme.example/a.png' });
    expect([error.code, error.error_data.blame_field_specs]).toEqual([100, [['url']]]);
    await graph.post(`${US}/adimages`, { bytes: PNG });
  });

  test('rule 116: an image in use cannot be deleted', async () => {
    const { hash } = (await graph.post(`${US}/adimages`, { bytes: PNG })).images.bytes;
    const { id } = await graph.post(`${US}/adcreatives`, { name: 'K', ...link({ image_hash: hash }) });
    expect((await graph.refused('DELETE', `${US}/adimages`, { hash })).code).toBe(100);
    await graph.remove(id);
    await graph.remove(`${US}/adimages`, { hash });
  });

  test('rule 117: a video has a known type, an address that can be one, and a size between a kilobyte and four gigabytes', async () => {
    const bytes = Buffer.alloc(2048, 1);
    expect(await upload('advideos', 'source', bytes, 'a.txt')).toMatchObject({ error: { code: 352 } });
    expect(await upload('advideos', 'source', bytes.subarray(0, 10), 'a.mp4')).toMatchObject({ error: { code: 382 } });
    expect(await upload('advideos', 'source', bytes, 'a.mp4')).toHaveProperty('id');
    expect((await graph.refused('POST', `${US}/advideos`, { file_url: 'ftp://acme.example/v' })).code).toBe(389);
    const start = (file_size: number) => ({ upload_phase: 'start', file_size });
    expect((await graph.refused('POST', `${US}/advideos`, start(5 * 2 ** 30))).code).toBe(6000);
    await graph.post(`${US}/advideos`, start(2 ** 30));
  });

  test('rule 118: a chunk begins where the last one ended', async () => {
    const { upload_session_id } = await graph.post(`${US}/advideos`, { upload_phase: 'start', file_size: 4096 });
    const form = new FormData();
    for (const [name, value] of Object.entries({
      access_token: ACME.token,
      upload_phase: 'transfer',
      upload_session_id,
      start_offset: '7',
    }))
      form.set(name, value);
    form.set('video_file_chunk', new Blob([new Uint8Array(4096)]), 'c');
    const reply = await fetch(`${graph.origin}/v26.0/${US}/advideos`, { method: 'POST', body: form });
    expect(await reply.json()).toMatchObject({ error: { error_subcode: 1363037, error_data: { start_offset: '0' } } });
  });

  test('rule 119: a video has a status and no field for a phase of it', async () => {
    const [{ id }] = (await graph.get(`${US}/advideos`)).data;
    expect((await graph.get(id, { fields: 'status' })).status).toHaveProperty('video_status');
    expect((await graph.refused('GET', id, { fields: 'processing_phase' })).message).toContain(
      'nonexisting field (processing_phase)',
    );
  });
});
