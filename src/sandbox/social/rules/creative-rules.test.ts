import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { good, type Params, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS, APPS } from '../seed.ts';
import { Store } from '../state.ts';
import { type RuleRow, testRules } from './rows.testing.ts';

const graph = socialForTests();
const page = { page_id: ACCOUNTS.us.page };
const instagram = { instagram_user_id: ACCOUNTS.us.instagram };
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
/** Texts, images, addresses and buttons, each kind within its own limit, and so many of them with the one format. */
const assets = (total: number): Params => {
  const of = (count: number, one: (n: number) => unknown) => Array.from({ length: count }, (_, n) => one(n));
  return {
    bodies: of(5, (n) => ({ text: `body ${n}` })),
    titles: of(5, (n) => ({ text: `title ${n}` })),
    descriptions: of(5, (n) => ({ text: `description ${n}` })),
    link_urls: of(5, (n) => ({ website_url: `https://acme.example/${n}` })),
    images: of(total - 22, (n) => ({ url: `https://acme.example/${n}.png` })),
    call_to_action_types: ['LEARN_MORE'],
  };
};
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
    ['rule 90: a photo that does not exist', { ...MEDIA, ...instagram, source_instagram_media_id: '1' }, 2490155],
    ['rule 90: a photo without its owner', MEDIA, 1815199, { ...MEDIA, ...instagram }],
    [
      'rule 90: a page of another business',
      { object_story_spec: { ...good.story, page_id: ACCOUNTS.japan.page } },
      1443048,
    ],
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
      'rule 99: a card with a video that does not exist',
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
      'rule 103: a product set that does not exist',
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
    ['rule 104: 31 assets in all', feed(assets(31)), [105, 1815630], feed(assets(30))],
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

  /** Every place of a creative that names an image, and every one that names a video. */
  const whole = 'https://acme.example/t.jpg';
  const story = (block: string, content: Params): Params => ({ object_story_spec: { ...page, [block]: content } });
  const card = (change: Params) => link({ child_attachments: [...cards(1), { ...cards(1)[0], ...change }] });
  const filmed = (video_id: string, more: Params = { thumbnail_url: whole }) =>
    feed({ ad_formats: ['SINGLE_VIDEO'], videos: [{ video_id, ...more }] });
  const readyVideo = async (account: string) => {
    const { id } = await graph.post(`${account}/advideos`, { file_url: 'https://acme.example/v.mp4' });
    graph.advance(HOUR_MS);
    return id as string;
  };
  const bytes = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  test('rule 91: shows images of its own account, wherever it names one', async () => {
    const { hash } = (await graph.post(`${ACCOUNTS.europe.id}/adimages`, { bytes })).images.bytes;
    const video_id = await readyVideo(US);
    const places = [
      link({ image_hash: hash }),
      card({ image_hash: hash }),
      story('video_data', { video_id, image_hash: hash }),
      story('photo_data', { image_hash: hash }),
      feed({ images: [{ hash }] }),
      filmed(video_id, { thumbnail_hash: hash }),
      { object_url: 'https://acme.example', title: 'T', body: 'B', image_hash: hash },
    ];
    for (const place of places)
      expect((await graph.refused('POST', `${US}/adcreatives`, { name: 'K', ...place })).error_subcode).toBe(1487395);
    await graph.post(`${US}/adimages`, { bytes });
    for (const place of places) await graph.post(`${US}/adcreatives`, { name: 'K', ...place });
  });

  test('rule 94: shows videos that are there, its own and processed, wherever it names one', async () => {
    const places = (video_id: string) => [
      story('video_data', { video_id, image_url: whole }),
      card({ video_id, picture: whole }),
      filmed(video_id),
    ];
    const refusals = async (video_id: string) => {
      const all = places(video_id).map((place) => graph.refused('POST', `${US}/adcreatives`, { name: 'K', ...place }));
      return (await Promise.all(all)).map(({ code, error_subcode }) => [code, error_subcode]);
    };
    const three = (code: number, subcode?: number) => Array(3).fill([code, subcode]);
    const { upload_session_id: _, video_id } = await graph.post(`${US}/advideos`, {
      upload_phase: 'start',
      file_size: 4096,
    });
    expect(await refusals('5')).toEqual(three(100));
    expect(await refusals(await readyVideo(ACCOUNTS.europe.id))).toEqual(three(100));
    expect(await refusals(video_id)).toEqual(three(100, 1885252));
    for (const place of places(await readyVideo(US))) await graph.post(`${US}/adcreatives`, { name: 'K', ...place });
  });

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
